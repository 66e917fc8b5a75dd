// The smallest shop on Medusa: one region, one product without stock to keep. `node shop.js DATABASE fill` makes it in an
// empty database, `node shop.js DATABASE` serves it and says where. The database is the address of a server.

process.env.MEDUSA_DISABLE_TELEMETRY = "true";
// Even so it writes a number for this machine, which else would be into the home of whoever measures.
process.env.XDG_CONFIG_HOME = __dirname;
process.env.LOG_LEVEL = "error";
// At every start it would say that sessions are in memory. Callers of the store have none.
console.warn = () => {};

const { MedusaModule } = require("@medusajs/framework/modules-sdk");
const { migrate } = require("@medusajs/medusa/commands/db/migrate");
const { default: start } = require("@medusajs/medusa/commands/start");
const { createProductsWorkflow, createRegionsWorkflow, updateStoresWorkflow } = require("@medusajs/medusa/core-flows");
const { default: load, initializeContainer } = require("@medusajs/medusa/loaders/index");

const directory = __dirname;

async function fill() {
    const container = await initializeContainer(directory);
    const logger = container.resolve("logger");
    // The scripts are for shops that had an earlier Medusa, and here nobody searches.
    await migrate({ directory, container, logger, skipScripts: true, skipSearch: true, executeSafeLinks: true });
    // They were loaded for that alone, and would not be loaded again.
    MedusaModule.clearInstances();
    // This makes a store, a sales channel and a key for the shop's pages, as any first start does.
    await load({ directory, skipLoadingEntryPoints: true });
    const run = async (workflow, input) => (await workflow(container).run({ input })).result[0];
    const europe = { name: "Europe", currency_code: "eur", countries: ["at"] };
    const region = await run(createRegionsWorkflow, { regions: [europe] });
    await run(updateStoresWorkflow, { selector: {}, update: { default_region_id: region.id } });
    const prices = [{ amount: 18, currency_code: "eur" }];
    const variant = { title: "Mug", sku: "MUG", manage_inventory: false, options: { Size: "One" }, prices };
    const words = { title: "Stoneware mug", status: "published", options: [{ title: "Size", values: ["One"] }] };
    const [{ id }] = await container.resolve("sales_channel").listSalesChannels();
    await run(createProductsWorkflow, { products: [{ ...words, variants: [variant], sales_channels: [{ id }] }] });
}

if (process.argv[3] === "fill") {
    fill().then(() => process.exit());
} else {
    start({ directory, host: "127.0.0.1", port: 0 }).then(({ server }) => {
        server.on("listening", () => console.log(`http://127.0.0.1:${server.address().port}`));
    });
}
