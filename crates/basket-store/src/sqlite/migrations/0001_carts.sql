-- Shops, what they sell, and the carts of their shoppers.
--
-- Amounts are whole minor units of the shop's currency, times are milliseconds since 1970 in UTC.

-- `catalogue` counts the changes to the shop's products. A cart remembers the count at its last
-- change, so that one can tell without a clock whether what it shows has moved since.
CREATE TABLE shops (
    id        INTEGER PRIMARY KEY,
    name      TEXT    NOT NULL,
    currency  TEXT    NOT NULL CHECK (length(currency) = 3),
    checkout  TEXT    NOT NULL CHECK (checkout IN ('hosted', 'external')),
    catalogue INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Where a shop's baskets may stand. A shop without a row here allows every origin.
CREATE TABLE origins (
    shop_id INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    origin  TEXT    NOT NULL,
    PRIMARY KEY (shop_id, origin)
) STRICT, WITHOUT ROWID;

-- A publishable key stands in the source of every page that uses it, so it is no secret and is kept
-- as it is, to be shown again. `expires_at` lets a rotated key live on for a while.
CREATE TABLE keys (
    key        TEXT    PRIMARY KEY,
    shop_id    INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
) STRICT, WITHOUT ROWID;

-- No price means that the product can only be subscribed to; no stock means that it never runs out.
-- `revision` is the shop's `catalogue` count at the product's last change.
CREATE TABLE products (
    id       INTEGER PRIMARY KEY,
    shop_id  INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    sku      TEXT    NOT NULL CHECK (sku <> ''),
    name     TEXT    NOT NULL,
    image    TEXT,
    url      TEXT,
    type     TEXT    NOT NULL CHECK (type IN ('normal', 'consumable', 'digital')),
    price    INTEGER CHECK (price >= 0),
    stock    INTEGER CHECK (stock BETWEEN 0 AND 4294967295),
    revision INTEGER NOT NULL,
    UNIQUE (shop_id, sku)
) STRICT;

-- The price of one item for one period.
CREATE TABLE offers (
    product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    frequency  TEXT    NOT NULL CHECK (frequency IN ('daily', 'weekly', 'monthly', 'yearly')),
    interval   INTEGER NOT NULL CHECK (interval BETWEEN 1 AND 65535),
    price      INTEGER NOT NULL CHECK (price >= 0),
    PRIMARY KEY (product_id, frequency, interval)
) STRICT, WITHOUT ROWID;

-- The token is the cart's id towards the page. It is all that protects the cart, hence random and
-- apart from the row's number, which is small, guessable and never leaves the database.
CREATE TABLE carts (
    id         INTEGER PRIMARY KEY,
    token      TEXT    NOT NULL UNIQUE,
    shop_id    INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    version    INTEGER NOT NULL,
    next_line  INTEGER NOT NULL,
    catalogue  INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    touched_at INTEGER NOT NULL
) STRICT;

-- Carts that nobody has touched for long are looked for by age.
CREATE INDEX carts_by_age ON carts (touched_at);

-- A line names its product by sku instead of a reference, because it outlives the product: the name,
-- type and price it had last stay with the line so that the shopper still sees what it was.
-- Lines of one cart lie side by side, in the order they were added; numbers are never reused.
CREATE TABLE lines (
    cart_id    INTEGER NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    sku        TEXT    NOT NULL,
    frequency  TEXT,
    interval   INTEGER,
    quantity   INTEGER NOT NULL CHECK (quantity > 0),
    name       TEXT    NOT NULL,
    type       TEXT    NOT NULL,
    unit_price INTEGER NOT NULL,
    PRIMARY KEY (cart_id, number),
    CHECK ((frequency IS NULL) = (interval IS NULL))
) STRICT, WITHOUT ROWID;

-- What became of a change that carried an idempotency key. Only a digest of the request and one word
-- on the outcome are kept: the answer is written anew from the cart, whole answers would double the
-- work of every change.
CREATE TABLE idempotency (
    shop_id    INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    key        TEXT    NOT NULL,
    request    BLOB    NOT NULL,
    outcome    TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (shop_id, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_by_age ON idempotency (created_at);
