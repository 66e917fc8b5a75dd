-- What the backend lists, finds and counts.

-- Sku and name as they are searched: in small letters, and not without end. Only the program that writes a product knows
-- them for every alphabet; the products that are there already get by with the engine's.
ALTER TABLE products ADD COLUMN search TEXT NOT NULL DEFAULT '';
UPDATE products SET search = substr(lower(sku || ' ' || name), 1, 400);

-- A search reads one shop's products in the order they are listed, and nothing but this index.
CREATE INDEX products_by_shop ON products (shop_id, id, search, sku);

-- What happened in a shop on a day, counted from 1970 in UTC. It outlives the carts that were counted.
-- No cart of a later day stands before `first_cart`.
CREATE TABLE days (
    shop_id    INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    day        INTEGER NOT NULL,
    carts      INTEGER NOT NULL DEFAULT 0,
    orders     INTEGER NOT NULL DEFAULT 0,
    revenue    INTEGER NOT NULL DEFAULT 0,
    first_cart INTEGER,
    PRIMARY KEY (shop_id, day)
) STRICT, WITHOUT ROWID;

-- Up to which row of a table everything has been counted.
CREATE TABLE counted (
    name     TEXT    PRIMARY KEY,
    last_row INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Files of products on their way into the catalogue. `problems` has a line for each row left out.
CREATE TABLE imports (
    id         TEXT    PRIMARY KEY,
    shop_id    INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    started_at INTEGER NOT NULL,
    moved_at   INTEGER NOT NULL,
    products   INTEGER NOT NULL,
    done       INTEGER NOT NULL DEFAULT 0,
    left_out   INTEGER NOT NULL,
    problems   TEXT    NOT NULL,
    failed     INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX imports_by_shop ON imports (shop_id, started_at);
