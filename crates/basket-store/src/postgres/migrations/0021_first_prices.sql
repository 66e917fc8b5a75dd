-- The history of prices begins with what everything costs now: since when is not known. It is a migration of its own, so
-- that no table is locked while this takes long.

INSERT INTO prices (shop_id, sku, price, since)
SELECT shop_id, sku, price, CAST(extract(epoch FROM now()) * 1000 AS bigint)
FROM products WHERE price IS NOT NULL;

INSERT INTO prices (shop_id, sku, frequency, interval, price, since)
SELECT p.shop_id, p.sku, o.frequency, o.interval, o.price, CAST(extract(epoch FROM now()) * 1000 AS bigint)
FROM offers o JOIN products p ON p.id = o.product_id;
