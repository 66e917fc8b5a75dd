-- What the backend lists, finds and counts.

-- Sku and name as they are searched: in small letters, and not without end. Only the program that writes a product knows
-- them for every alphabet; the products that are there already get by with the engine's. A program that
-- does not know the column leaves it alone, and such a product is found when it is saved again.
ALTER TABLE products ADD COLUMN search text COLLATE "C" NOT NULL DEFAULT '';
UPDATE products SET search = left(lower(sku COLLATE "default" || ' ' || name), 400);

-- A search reads one shop's products in the order they are listed.
CREATE INDEX products_by_shop ON products (shop_id, id);

-- What happened in a shop on a day, counted from 1970 in UTC. It outlives the carts that were counted.
-- No cart of a later day stands before `first_cart`.
CREATE TABLE days (
    shop_id    bigint NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    day        bigint NOT NULL,
    carts      bigint NOT NULL DEFAULT 0,
    orders     bigint NOT NULL DEFAULT 0,
    revenue    bigint NOT NULL DEFAULT 0,
    first_cart bigint,
    PRIMARY KEY (shop_id, day)
);

-- Up to which row of a table everything has been counted.
CREATE TABLE counted (
    name     text   PRIMARY KEY,
    last_row bigint NOT NULL
);

-- Files of products on their way into the catalogue. `problems` has a line for each row left out.
CREATE TABLE imports (
    id         text   COLLATE "C" PRIMARY KEY,
    shop_id    bigint NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    started_at bigint NOT NULL,
    moved_at   bigint NOT NULL,
    products   bigint NOT NULL,
    done       bigint NOT NULL DEFAULT 0,
    left_out   bigint NOT NULL,
    problems   text   NOT NULL,
    failed     bigint NOT NULL DEFAULT 0
);

CREATE INDEX imports_by_shop ON imports (shop_id, started_at);
