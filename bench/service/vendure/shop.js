// The smallest shop on Vendure: one channel, one product without stock to keep. `node shop.js DATABASE fill` makes it in an
// empty database, `node shop.js DATABASE` serves it and says where. The database is a file, or the address of a server.
// What has been answered is on the disk, with either: that is what it is compared with.

process.env.VENDURE_DISABLE_TELEMETRY = "true";

const { DefaultLogger, FastImporterService, LogLevel, Populator, TaxCategoryService, RequestContext, bootstrap } = require("@vendure/core");

const [database, task] = process.argv.slice(2);

function connection() {
    const server = database.match(/^postgres:\/\/(.*)@(.*)\/(.*)$/);
    if (server) {
        const [, username, host, name] = server;
        return { type: "postgres", username, host: decodeURIComponent(host), database: name };
    }
    const durable = (file) => file.pragma("synchronous = FULL");
    return { type: "better-sqlite3", database, enableWAL: true, prepareDatabase: durable };
}

const config = {
    apiOptions: { port: 0, hostname: "127.0.0.1" },
    authOptions: { tokenMethod: "bearer", superadminCredentials: { identifier: "owner", password: "of-a-shop-for-a-minute" } },
    dbConnectionOptions: { ...connection(), synchronize: task === "fill" },
    logger: new DefaultLogger({ level: LogLevel.Error }),
    paymentOptions: { paymentMethodHandlers: [] },
};

const shop = {
    defaultLanguage: "en",
    defaultZone: "Europe",
    countries: [{ name: "Austria", code: "AT", zone: "Europe" }],
    taxRates: [{ name: "Standard", percentage: 20 }],
    shippingMethods: [],
    paymentMethods: [],
    collections: [],
};

async function fill(app) {
    await app.get(Populator).populateInitialData(shop);
    const taxes = await app.get(TaxCategoryService).findAll(RequestContext.empty());
    const importer = app.get(FastImporterService);
    await importer.initialize();
    const words = { languageCode: "en", name: "Stoneware mug" };
    const productId = await importer.createProduct({ translations: [{ ...words, slug: "mug", description: "" }] });
    const product = { productId, sku: "MUG", price: 1800, taxCategoryId: taxes.items[0].id, trackInventory: "FALSE" };
    await importer.createProductVariant({ ...product, stockOnHand: 0, translations: [words] });
}

bootstrap(config).then(async (app) => {
    if (task === "fill") {
        await fill(app);
        process.exit();
    }
    console.log(`http://127.0.0.1:${app.getHttpServer().address().port}`);
});
