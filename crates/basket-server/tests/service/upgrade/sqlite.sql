-- @generated: .dump of a database as 1.8 left it before orders had costs, with a cart, an open checkout, an order, and
-- webhooks that could not be sent.
PRAGMA foreign_keys = OFF;
BEGIN TRANSACTION;
CREATE TABLE activity (
    id      INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    email   TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    action  TEXT    NOT NULL,
    subject TEXT    NOT NULL
) STRICT;
CREATE TABLE build_files (
    build  TEXT NOT NULL REFERENCES builds (hash) ON DELETE CASCADE,
    name   TEXT NOT NULL,
    -- Names the content, for its entity tag.
    digest TEXT NOT NULL,
    plain  BLOB NOT NULL,
    brotli BLOB,
    gzip   BLOB,
    PRIMARY KEY (build, name)
) STRICT;
CREATE TABLE builds (
    hash    TEXT    PRIMARY KEY,
    version TEXT    NOT NULL,
    -- When a process of this build last said that it runs.
    seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE carts (
    id         INTEGER PRIMARY KEY,
    token      TEXT    NOT NULL UNIQUE,
    shop_id    INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    version    INTEGER NOT NULL,
    next_line  INTEGER NOT NULL,
    catalogue  INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    touched_at INTEGER NOT NULL
, lines TEXT NOT NULL DEFAULT '[]', ordered_at INTEGER, revisions INTEGER) STRICT;
INSERT INTO "carts" VALUES(1,'c73878708e038208ee1780f930e8c64f8fa86e34',1,1,3,0,1795048226694,1795048226694,'[[1,"MUG",null,null,2,"Stoneware mug","normal",1800],[2,"COFFEE","monthly",1,1,"Coffee beans, 1 kg","consumable",2100]]',NULL,1152379881564886);
INSERT INTO "carts" VALUES(2,'2de9599bfbdb382829a91f2956f8b83d36895f97',1,1,3,0,1795048226697,1795048226697,'[[1,"CHAIR",null,null,1,"Oak chair","normal",14900],[2,"MUG",null,null,1,"Stoneware mug","normal",1800]]',NULL,1152379881564886);
INSERT INTO "carts" VALUES(3,'ca178d87b34372d4fbfaacbbd579752b86f7ec74',1,2,3,0,1795048226727,1795048226727,'[[1,"MUG",null,null,3,"Stoneware mug","normal",1800],[2,"PAPER","daily",1,1,"Morning paper","normal",250]]',1795048226739,1152379881564886);
CREATE TABLE challenges (
    digest      BLOB    PRIMARY KEY,
    purpose     TEXT    NOT NULL,
    operator_id INTEGER REFERENCES operators (id) ON DELETE CASCADE,
    state       TEXT    NOT NULL,
    expires_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE changes (
    name   TEXT    PRIMARY KEY NOT NULL,
    number INTEGER NOT NULL
);
CREATE TABLE checkouts (
    token      TEXT    PRIMARY KEY,
    shop_id    INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    cart_token TEXT    NOT NULL,
    cart       TEXT    NOT NULL,
    locale     TEXT    NOT NULL,
    origin     TEXT,
    created_at INTEGER NOT NULL,
    ordered_at INTEGER
, revision INTEGER NOT NULL DEFAULT 0, language TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "checkouts" VALUES('25f7195bf71094cb19cce94ca66d1b8a56b288cf',1,'2de9599bfbdb382829a91f2956f8b83d36895f97','{"id":"2de9599bfbdb382829a91f2956f8b83d36895f97","version":1,"currency":"EUR","items":2,"lines":[{"id":"1","sku":"CHAIR","name":"Oak chair","image":"http://127.0.0.1:8098/demo/pictures/chair.svg","url":"http://127.0.0.1:8098/#chair","type":"normal","quantity":1,"unit_price":14900,"price":14900,"frequency":null,"interval":null,"available":true,"stock":3},{"id":"2","sku":"MUG","name":"Stoneware mug","image":"http://127.0.0.1:8098/demo/pictures/mug.svg","url":"http://127.0.0.1:8098/#mug","type":"normal","quantity":1,"unit_price":1800,"price":1800,"frequency":null,"interval":null,"available":true,"stock":null}],"sums":{"purchases":{"count":2,"amount":16700},"subscriptions":[],"total":16700}}','de',NULL,1795048226708,NULL,0,'de');
INSERT INTO "checkouts" VALUES('ca00741d05ac40551fda84e7b48337b613f5bc8f',1,'ca178d87b34372d4fbfaacbbd579752b86f7ec74','{"id":"ca178d87b34372d4fbfaacbbd579752b86f7ec74","version":1,"currency":"EUR","items":4,"lines":[{"id":"1","sku":"MUG","name":"Stoneware mug","image":"http://127.0.0.1:8098/demo/pictures/mug.svg","url":"http://127.0.0.1:8098/#mug","type":"normal","quantity":3,"unit_price":1800,"price":5400,"frequency":null,"interval":null,"available":true,"stock":null},{"id":"2","sku":"PAPER","name":"Morning paper","image":"http://127.0.0.1:8098/demo/pictures/paper.svg","url":"http://127.0.0.1:8098/#paper","type":"normal","quantity":1,"unit_price":250,"price":250,"frequency":"daily","interval":1,"available":true,"stock":null}],"sums":{"purchases":{"count":3,"amount":5400},"subscriptions":[{"frequency":"daily","interval":1,"count":1,"amount":250}],"total":5650}}','en',NULL,1795048226730,1795048226739,0,'en');
CREATE TABLE counted (
    name     TEXT    PRIMARY KEY,
    last_row INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE days (
    shop_id    INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    day        INTEGER NOT NULL,
    carts      INTEGER NOT NULL DEFAULT 0,
    orders     INTEGER NOT NULL DEFAULT 0,
    revenue    INTEGER NOT NULL DEFAULT 0,
    first_cart INTEGER,
    PRIMARY KEY (shop_id, day)
) STRICT, WITHOUT ROWID;
INSERT INTO "days" VALUES(1,20776,0,1,5650,NULL);
CREATE TABLE deliveries (
    id       INTEGER PRIMARY KEY,
    event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    at       INTEGER NOT NULL,
    status   INTEGER,
    remark   TEXT    NOT NULL
) STRICT;
INSERT INTO "deliveries" VALUES(1,1,1795048226725,NULL,'cannot resolve shop.example');
INSERT INTO "deliveries" VALUES(2,2,1795048226739,NULL,'cannot resolve shop.example');
INSERT INTO "deliveries" VALUES(3,3,1795048226747,NULL,'cannot resolve shop.example');
CREATE TABLE designs (
    shop_id    INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    name       TEXT    NOT NULL,
    config     TEXT    NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (shop_id, name)
) STRICT, WITHOUT ROWID;
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
, recipient TEXT) STRICT;
INSERT INTO "events" VALUES(1,1,'msg_dccc9a3db7da6c439c2dd02b','2de9599bfbdb382829a91f2956f8b83d36895f97','checkout.started','{"type":"checkout.started","timestamp":"2026-11-19T00:30:26.708Z","data":{"cart":{"id":"2de9599bfbdb382829a91f2956f8b83d36895f97","version":1,"currency":"EUR","items":2,"lines":[{"id":"1","sku":"CHAIR","name":"Oak chair","image":"http://127.0.0.1:8098/demo/pictures/chair.svg","url":"http://127.0.0.1:8098/#chair","type":"normal","quantity":1,"unit_price":14900,"price":14900,"frequency":null,"interval":null,"available":true,"stock":3},{"id":"2","sku":"MUG","name":"Stoneware mug","image":"http://127.0.0.1:8098/demo/pictures/mug.svg","url":"http://127.0.0.1:8098/#mug","type":"normal","quantity":1,"unit_price":1800,"price":1800,"frequency":null,"interval":null,"available":true,"stock":null}],"sums":{"purchases":{"count":2,"amount":16700},"subscriptions":[],"total":16700}}}}',1795048226708,1,1795048231725,NULL,NULL);
INSERT INTO "events" VALUES(2,1,'msg_f594a9b028c0d533f78c59fb','ca178d87b34372d4fbfaacbbd579752b86f7ec74','checkout.started','{"type":"checkout.started","timestamp":"2026-11-19T00:30:26.73Z","data":{"cart":{"id":"ca178d87b34372d4fbfaacbbd579752b86f7ec74","version":1,"currency":"EUR","items":4,"lines":[{"id":"1","sku":"MUG","name":"Stoneware mug","image":"http://127.0.0.1:8098/demo/pictures/mug.svg","url":"http://127.0.0.1:8098/#mug","type":"normal","quantity":3,"unit_price":1800,"price":5400,"frequency":null,"interval":null,"available":true,"stock":null},{"id":"2","sku":"PAPER","name":"Morning paper","image":"http://127.0.0.1:8098/demo/pictures/paper.svg","url":"http://127.0.0.1:8098/#paper","type":"normal","quantity":1,"unit_price":250,"price":250,"frequency":"daily","interval":1,"available":true,"stock":null}],"sums":{"purchases":{"count":3,"amount":5400},"subscriptions":[{"frequency":"daily","interval":1,"count":1,"amount":250}],"total":5650}}}}',1795048226730,1,1795048231739,NULL,NULL);
INSERT INTO "events" VALUES(3,1,'msg_a8149b6d9f082b159ca08676','1:1001','order.placed','{"type":"order.placed","timestamp":"2026-11-19T00:30:26.739Z","data":{"order":{"number":1001,"state":"placed","created_at":"2026-11-19T00:30:26.739Z","changed_at":"2026-11-19T00:30:26.739Z","payment":"invoice","locale":"en","contact":{"email":"ann@example.com","name":"Ann Example","address":"Elm Street 1","postal_code":"12345","city":"Oakham","country":"DE"},"cart":{"id":"ca178d87b34372d4fbfaacbbd579752b86f7ec74","version":1,"currency":"EUR","items":4,"lines":[{"id":"1","sku":"MUG","name":"Stoneware mug","image":"http://127.0.0.1:8098/demo/pictures/mug.svg","url":"http://127.0.0.1:8098/#mug","type":"normal","quantity":3,"unit_price":1800,"price":5400,"frequency":null,"interval":null,"available":true,"stock":null},{"id":"2","sku":"PAPER","name":"Morning paper","image":"http://127.0.0.1:8098/demo/pictures/paper.svg","url":"http://127.0.0.1:8098/#paper","type":"normal","quantity":1,"unit_price":250,"price":250,"frequency":"daily","interval":1,"available":true,"stock":null}],"sums":{"purchases":{"count":3,"amount":5400},"subscriptions":[{"frequency":"daily","interval":1,"count":1,"amount":250}],"total":5650}}}}}',1795048226739,1,1795048231747,NULL,NULL);
CREATE TABLE idempotency (
    shop_id    INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    key        TEXT    NOT NULL,
    request    BLOB    NOT NULL,
    outcome    TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (shop_id, key)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE keys (
    key        TEXT    PRIMARY KEY,
    shop_id    INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
, digest BLOB, scopes TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "keys" VALUES('pk_demo',1,1795048224518,NULL,NULL,NULL);
CREATE TABLE links (
    digest      BLOB    PRIMARY KEY,
    purpose     TEXT    NOT NULL CHECK (purpose IN ('setup', 'join', 'password')),
    shop_id     INTEGER REFERENCES shops (id) ON DELETE CASCADE,
    role        TEXT    CHECK (role IN ('owner', 'staff')),
    operator_id INTEGER REFERENCES operators (id) ON DELETE CASCADE,
    expires_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE members (
    shop_id     INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    operator_id INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    role        TEXT    NOT NULL CHECK (role IN ('owner', 'staff')),
    PRIMARY KEY (shop_id, operator_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "members" VALUES(1,1,'owner');
CREATE TABLE offers (
    product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    frequency  TEXT    NOT NULL CHECK (frequency IN ('daily', 'weekly', 'monthly', 'yearly')),
    interval   INTEGER NOT NULL CHECK (interval BETWEEN 1 AND 65535),
    price      INTEGER NOT NULL CHECK (price >= 0),
    PRIMARY KEY (product_id, frequency, interval)
) STRICT, WITHOUT ROWID;
INSERT INTO "offers" VALUES(2,'monthly',1,2100);
INSERT INTO "offers" VALUES(2,'monthly',3,6000);
INSERT INTO "offers" VALUES(2,'weekly',1,2200);
INSERT INTO "offers" VALUES(3,'daily',1,250);
INSERT INTO "offers" VALUES(3,'yearly',1,60000);
INSERT INTO "offers" VALUES(4,'monthly',1,4900);
CREATE TABLE operators (
    id         INTEGER PRIMARY KEY,
    email      TEXT    NOT NULL UNIQUE,
    password   TEXT    NOT NULL,
    created_at INTEGER NOT NULL
, totp_secret TEXT, totp_step INTEGER NOT NULL DEFAULT 0, disabled_at INTEGER, delete_at INTEGER) STRICT;
INSERT INTO "operators" VALUES(1,'demo@example.com','$argon2id$v=19$m=19456,t=2,p=1$XpU7tdKWG/MEZhoLwEGpQA$2UROVT5YEqgDb0qDIXvqfo3ZEyKqVkxclvt0aK7H53Y',1795048224521,NULL,0,NULL,NULL);
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
    changed_at  INTEGER NOT NULL, payment TEXT NOT NULL DEFAULT 'invoice', payment_reference TEXT, payment_url TEXT, taken TEXT, search TEXT NOT NULL DEFAULT '',
    UNIQUE (shop_id, number)
) STRICT;
INSERT INTO "orders" VALUES(1,1,1001,'ca00741d05ac40551fda84e7b48337b613f5bc8f','ca178d87b34372d4fbfaacbbd579752b86f7ec74','placed','ann@example.com','Ann Example','Elm Street 1','12345','Oakham','DE','en','{"id":"ca178d87b34372d4fbfaacbbd579752b86f7ec74","version":1,"currency":"EUR","items":4,"lines":[{"id":"1","sku":"MUG","name":"Stoneware mug","image":"http://127.0.0.1:8098/demo/pictures/mug.svg","url":"http://127.0.0.1:8098/#mug","type":"normal","quantity":3,"unit_price":1800,"price":5400,"frequency":null,"interval":null,"available":true,"stock":null},{"id":"2","sku":"PAPER","name":"Morning paper","image":"http://127.0.0.1:8098/demo/pictures/paper.svg","url":"http://127.0.0.1:8098/#paper","type":"normal","quantity":1,"unit_price":250,"price":250,"frequency":"daily","interval":1,"available":true,"stock":null}],"sums":{"purchases":{"count":3,"amount":5400},"subscriptions":[{"frequency":"daily","interval":1,"count":1,"amount":250}],"total":5650}}',5650,1795048226739,1795048226739,'invoice',NULL,NULL,'[]','1001 ann@example.com ann example');
CREATE TABLE origins (
    shop_id INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    origin  TEXT    NOT NULL,
    PRIMARY KEY (shop_id, origin)
) STRICT, WITHOUT ROWID;
CREATE TABLE passkeys (
    id          BLOB    PRIMARY KEY,
    operator_id INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    name        TEXT    NOT NULL,
    credential  TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    used_at     INTEGER
) STRICT, WITHOUT ROWID;
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
    revision INTEGER NOT NULL, search TEXT NOT NULL DEFAULT '',
    UNIQUE (shop_id, sku)
) STRICT;
INSERT INTO "products" VALUES(1,1,'MUG','Stoneware mug','/demo/pictures/mug.svg','/#mug','normal',1800,NULL,576189940782443,'mug stoneware mug');
INSERT INTO "products" VALUES(2,1,'COFFEE','Coffee beans, 1 kg','/demo/pictures/coffee.svg','/#coffee','consumable',2400,NULL,576189940782443,'coffee coffee beans, 1 kg');
INSERT INTO "products" VALUES(3,1,'PAPER','Morning paper','/demo/pictures/paper.svg','/#paper','normal',NULL,NULL,576189940782443,'paper morning paper');
INSERT INTO "products" VALUES(4,1,'STROLLER','City stroller, rented','/demo/pictures/stroller.svg','/#stroller','normal',NULL,5,576189940782443,'stroller city stroller, rented');
INSERT INTO "products" VALUES(5,1,'EBOOK','The slow kitchen, e-book','/demo/pictures/ebook.svg','/#ebook','digital',999,NULL,576189940782443,'ebook the slow kitchen, e-book');
INSERT INTO "products" VALUES(6,1,'CHAIR','Oak chair','/demo/pictures/chair.svg','/#chair','normal',14900,3,576189940782443,'chair oak chair');
INSERT INTO "products" VALUES(7,1,'LAMP','Desk lamp','/demo/pictures/lamp.svg','/#lamp','normal',8900,0,576189940782443,'lamp desk lamp');
CREATE TABLE recovery_codes (
    operator_id INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    digest      BLOB    NOT NULL,
    PRIMARY KEY (operator_id, digest)
) STRICT, WITHOUT ROWID;
CREATE TABLE sessions (
    digest      BLOB    PRIMARY KEY,
    operator_id INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    created_at  INTEGER NOT NULL,
    used_at     INTEGER NOT NULL,
    shop_id     INTEGER REFERENCES shops (id) ON DELETE SET NULL
, browser TEXT NOT NULL DEFAULT '', address TEXT NOT NULL DEFAULT '', confirmed_at INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE shops (
    id        INTEGER PRIMARY KEY,
    name      TEXT    NOT NULL,
    currency  TEXT    NOT NULL CHECK (length(currency) = 3),
    checkout  TEXT    NOT NULL CHECK (checkout IN ('hosted', 'external')),
    catalogue INTEGER NOT NULL DEFAULT 0
, checkout_address TEXT, webhook_address TEXT, webhook_secret TEXT, webhook_secret_before TEXT, webhook_secret_until INTEGER, orders INTEGER NOT NULL DEFAULT 0, terms_address TEXT, checkout_design TEXT, payment TEXT NOT NULL DEFAULT 'invoice', stripe_key TEXT, stripe_webhook_secret TEXT, hold_minutes INTEGER NOT NULL DEFAULT 60, second_factor INTEGER NOT NULL DEFAULT 0, handover_secret TEXT, handover_secret_before TEXT, handover_secret_until INTEGER, retention_months INTEGER NOT NULL DEFAULT 36, delete_at INTEGER) STRICT;
INSERT INTO "shops" VALUES(1,'Demo shop','EUR','hosted',0,NULL,'https://shop.example/hook','whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',NULL,NULL,1,NULL,NULL,'invoice',NULL,NULL,60,0,NULL,NULL,NULL,36,NULL);
CREATE INDEX carts_by_age ON carts (touched_at);
CREATE INDEX idempotency_by_age ON idempotency (created_at);
CREATE INDEX carts_by_shop ON carts (shop_id, id);
CREATE INDEX members_by_operator ON members (operator_id);
CREATE INDEX sessions_by_operator ON sessions (operator_id);
CREATE INDEX sessions_by_use ON sessions (used_at);
CREATE INDEX links_by_shop ON links (shop_id);
CREATE INDEX links_by_end ON links (expires_at);
CREATE INDEX activity_by_shop ON activity (shop_id, id);
CREATE INDEX products_by_shop ON products (shop_id, id, search, sku);
CREATE INDEX imports_by_shop ON imports (shop_id, started_at);
CREATE INDEX checkouts_by_cart ON checkouts (cart_token);
CREATE INDEX checkouts_by_age ON checkouts (created_at);
CREATE INDEX orders_by_state ON orders (shop_id, state, id);
CREATE INDEX events_by_time ON events (next_at);
CREATE INDEX events_by_subject ON events (subject, id);
CREATE INDEX events_by_shop ON events (shop_id, id);
CREATE INDEX deliveries_by_event ON deliveries (event_id, id);
CREATE INDEX orders_not_begun ON orders (created_at)
    WHERE state = 'placed' AND payment <> 'invoice' AND payment_reference IS NULL;
CREATE VIEW lines AS
SELECT
    carts.id    AS cart_id,
    value ->> 0 AS number,
    value ->> 1 AS sku,
    value ->> 2 AS frequency,
    value ->> 3 AS interval,
    value ->> 4 AS quantity,
    value ->> 5 AS name,
    value ->> 6 AS type,
    value ->> 7 AS unit_price
FROM carts, json_each(carts.lines);
CREATE TRIGGER lines_insert INSTEAD OF INSERT ON lines
WHEN NOT EXISTS (SELECT 1 FROM lines WHERE cart_id = NEW.cart_id AND number = NEW.number)
BEGIN
    UPDATE carts SET lines = json_insert(lines, '$[#]', json_array(
        NEW.number, NEW.sku, NEW.frequency, NEW.interval, NEW.quantity, NEW.name, NEW.type, NEW.unit_price))
    WHERE id = NEW.cart_id;
END;
CREATE INDEX carts_by_order ON carts (ordered_at) WHERE ordered_at IS NOT NULL;
CREATE UNIQUE INDEX open_checkouts ON checkouts (cart_token, language) WHERE ordered_at IS NULL;
CREATE INDEX events_by_recipient ON events (recipient) WHERE recipient IS NOT NULL;
CREATE INDEX empty_carts ON carts (touched_at) WHERE next_line = 1;
CREATE INDEX passkeys_by_operator ON passkeys (operator_id);
CREATE INDEX challenges_by_end ON challenges (expires_at);
CREATE INDEX orders_by_search ON orders (shop_id, id, search, state);
CREATE INDEX orders_to_erase ON orders (shop_id, changed_at)
    WHERE state IN ('cancelled', 'fulfilled') AND email <> '';
CREATE INDEX checkouts_not_ordered ON checkouts (created_at) WHERE ordered_at IS NULL;
CREATE INDEX checkouts_ordered ON checkouts (ordered_at) WHERE ordered_at IS NOT NULL;
CREATE INDEX checkouts_by_shop ON checkouts (shop_id);
CREATE INDEX activity_by_operator ON activity (email);
CREATE INDEX activity_about_operators ON activity (subject)
    WHERE action IN ('person.role_changed', 'person.removed', 'session.ended', 'account.disabled',
        'account.enabled');
COMMIT;
PRAGMA application_id = 1651731316;
PRAGMA user_version = 20;
