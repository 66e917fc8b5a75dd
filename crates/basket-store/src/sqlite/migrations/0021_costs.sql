-- What an order costs beside its lines: discounts, shipping and tax; and what prices were.

-- The weight of one item in grams, and the class by which it is taxed; without one, the standard class.
ALTER TABLE products ADD COLUMN weight INTEGER;
ALTER TABLE products ADD COLUMN tax_class TEXT;

-- The rules for shipping, tax and the minimum order value, as a JSON object. Without one, an order costs what its lines do.
ALTER TABLE shops ADD COLUMN pricing TEXT;

-- The discount code that the shopper has entered.
ALTER TABLE carts ADD COLUMN code TEXT;

-- The rules by which the checkout computes, as they were when it was started.
ALTER TABLE checkouts ADD COLUMN pricing TEXT;

-- What an order says of the shopper beyond the columns of before, as a JSON object: company, region, phone, billing
-- address and so on.
ALTER TABLE orders ADD COLUMN details TEXT;

-- Discount codes, in capital letters. `value` is in thousandths of a percent or in minor units. `skus` has one product a
-- line; without any, the code is for all products.
CREATE TABLE discounts (
    id           INTEGER PRIMARY KEY,
    shop_id      INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    code         TEXT    NOT NULL CHECK (code <> ''),
    kind         TEXT    NOT NULL CHECK (kind IN ('percent', 'amount', 'shipping')),
    value        INTEGER NOT NULL CHECK (value >= 0),
    scope        TEXT    NOT NULL CHECK (scope IN ('purchases', 'first_period', 'every_period')),
    minimum      INTEGER,
    skus         TEXT,
    starts_at    INTEGER,
    ends_at      INTEGER,
    max_uses     INTEGER,
    max_per_person INTEGER,
    uses         INTEGER NOT NULL DEFAULT 0,
    created_at   INTEGER NOT NULL,
    UNIQUE (shop_id, code)
) STRICT;

-- Which order has used a code. `person` is a digest of the e-mail address; it is erased with the order's contact.
CREATE TABLE discount_uses (
    discount_id INTEGER NOT NULL REFERENCES discounts (id) ON DELETE CASCADE,
    order_id    INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    person      BLOB,
    PRIMARY KEY (discount_id, order_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX discount_uses_by_person ON discount_uses (discount_id, person);
CREATE INDEX discount_uses_by_order ON discount_uses (order_id);

-- Every price that a product has had, since when; without a price, it was not sold so any more. A purchase has no
-- frequency.
CREATE TABLE prices (
    id        INTEGER PRIMARY KEY,
    shop_id   INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    sku       TEXT    NOT NULL,
    frequency TEXT,
    interval  INTEGER,
    price     INTEGER,
    since     INTEGER NOT NULL
) STRICT;

CREATE INDEX prices_by_product ON prices (shop_id, sku, id);
