// Medusa reads this file, and no other name will do. Whatever is not said here is as it comes: cache, events and locks are
// in memory.

const { defineConfig } = require("@medusajs/framework/utils");

module.exports = defineConfig({
    admin: { disable: true },
    projectConfig: {
        databaseUrl: process.argv[2],
        // It takes a server that is reached by a socket for one far away.
        databaseDriverOptions: { connection: { ssl: false } },
        http: { jwtSecret: "of-a-shop-for-a-minute", cookieSecret: "of-a-shop-for-a-minute" },
    },
});
