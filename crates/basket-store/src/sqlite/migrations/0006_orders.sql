-- What becomes of carts: checkouts, orders, and messages about them.

-- A cart as somebody reviews it, frozen with its prices: what is ordered is what was seen, whatever
-- another tab does to the cart meanwhile. The token is all that protects it.
CREATE TABLE checkouts (
    token      TEXT    PRIMARY KEY,
    shop_id    INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    cart_token TEXT    NOT NULL,
    cart       TEXT    NOT NULL,
    locale     TEXT    NOT NULL,
    origin     TEXT,
    created_at INTEGER NOT NULL,
    ordered_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX checkouts_by_cart ON checkouts (cart_token);
CREATE INDEX checkouts_by_age ON checkouts (created_at);

-- An order keeps all that it is about: products and prices change, and carts are swept away. A cart is
-- ordered once, whoever asks how often. Numbers are given by shop, one after the other.
CREATE TABLE orders (
    id          INTEGER PRIMARY KEY,
    shop_id     INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    checkout    TEXT    NOT NULL UNIQUE,
    cart_token  TEXT    NOT NULL UNIQUE,
    state       TEXT    NOT NULL CHECK (state IN ('placed', 'paid', 'cancelled', 'fulfilled')),
    email       TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    address     TEXT    NOT NULL,
    postal_code TEXT    NOT NULL,
    city        TEXT    NOT NULL,
    country     TEXT    NOT NULL,
    locale      TEXT    NOT NULL,
    cart        TEXT    NOT NULL,
    total       INTEGER NOT NULL,
    created_at  INTEGER NOT NULL,
    changed_at  INTEGER NOT NULL,
    UNIQUE (shop_id, number)
) STRICT;

CREATE INDEX orders_by_state ON orders (shop_id, state, id);

-- How many orders the shop has had.
ALTER TABLE shops ADD COLUMN orders INTEGER NOT NULL DEFAULT 0;

-- Where the terms are that shoppers agree to, and the design of the service's own checkout by its name.
ALTER TABLE shops ADD COLUMN terms_address TEXT;
ALTER TABLE shops ADD COLUMN checkout_design TEXT;

-- Messages to be sent, written in the transaction that they tell of, so that none is lost and none tells
-- of what did not happen. `next_at` is when to try; empty once it was delivered or given up.
CREATE TABLE events (
    id           INTEGER PRIMARY KEY,
    shop_id      INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    name         TEXT    NOT NULL UNIQUE,
    subject      TEXT    NOT NULL,
    kind         TEXT    NOT NULL,
    body         TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    attempts     INTEGER NOT NULL,
    next_at      INTEGER,
    delivered_at INTEGER
) STRICT;

CREATE INDEX events_by_time ON events (next_at);
CREATE INDEX events_by_subject ON events (subject, id);
CREATE INDEX events_by_shop ON events (shop_id, id);

-- Every try, with what the other side answered; without a status it could not be reached.
CREATE TABLE deliveries (
    id       INTEGER PRIMARY KEY,
    event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    at       INTEGER NOT NULL,
    status   INTEGER,
    remark   TEXT    NOT NULL
) STRICT;

CREATE INDEX deliveries_by_event ON deliveries (event_id, id);
