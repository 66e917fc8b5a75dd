-- The history of prices begins with what everything costs now: since when is not known.

INSERT INTO prices (shop_id, sku, price, since)
SELECT shop_id, sku, price, CAST(strftime('%s', 'now') AS INTEGER) * 1000
FROM products WHERE price IS NOT NULL;

INSERT INTO prices (shop_id, sku, frequency, interval, price, since)
SELECT p.shop_id, p.sku, o.frequency, o.interval, o.price, CAST(strftime('%s', 'now') AS INTEGER) * 1000
FROM offers o JOIN products p ON p.id = o.product_id;
