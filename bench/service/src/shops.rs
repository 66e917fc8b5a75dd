//! Many shops in a database of PostgreSQL that the service has made: each with a publishable key and a few products.

use anyhow::Result;

use crate::database::Database;

/// The products of each shop are `SKU-1` to this.
pub const PRODUCTS: u32 = 10;

/// The publishable key of a shop. The first shop is the demo's.
pub fn key(shop: u32) -> String {
    if shop == 1 { "pk_demo".to_owned() } else { format!("pk_bench_{shop}") }
}

/// Adds shops until there are that many, and products to each of them, from that shop on.
pub fn insert(database: &Database, shops: u32, first: u32) -> Result<()> {
    let numbers = format!("generate_series(2::bigint, {shops}) AS numbers(n)");
    let others = format!(
        "INSERT INTO shops (id, name, currency, checkout) SELECT n, 'Shop ' || n, 'EUR', 'hosted' FROM {numbers}"
    );
    let keys = format!(
        "INSERT INTO keys (key, shop_id, created_at) SELECT 'pk_bench_' || n, n, 0 FROM {numbers}"
    );
    let products = format!(
        "INSERT INTO products (shop_id, sku, name, image, type, price, revision, search)
         SELECT shop, 'SKU-' || n, 'Number ' || n, 'https://shop.example/pictures/' || n || '.jpg', 'normal', 1800, 0,
             'sku-' || n || ' number ' || n
         FROM generate_series({first}::bigint, {shops}) AS shops(shop), generate_series(1, {PRODUCTS}) AS numbers(n)"
    );
    // Shops that the service makes come after these.
    let next = format!("SELECT setval(pg_get_serial_sequence('shops', 'id'), {shops})");
    for statement in [others, keys, products, next, "VACUUM ANALYZE".to_owned()] {
        database.psql(&statement)?;
    }
    Ok(())
}
