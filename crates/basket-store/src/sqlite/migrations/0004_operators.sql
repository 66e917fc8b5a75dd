-- People who run shops, what they may do, and what they did.

-- The address is kept in small letters, so that one person has one account. The password is kept as
-- Argon2id makes it, with its salt and its cost.
CREATE TABLE operators (
    id         INTEGER PRIMARY KEY,
    email      TEXT    NOT NULL UNIQUE,
    password   TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE members (
    shop_id     INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    operator_id INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    role        TEXT    NOT NULL CHECK (role IN ('owner', 'staff')),
    PRIMARY KEY (shop_id, operator_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_by_operator ON members (operator_id);

-- A browser that somebody has signed in with. Only a digest of what it carries is here: who reads the
-- table cannot take anybody's place. `shop_id` is the shop that they are at work in.
CREATE TABLE sessions (
    digest      BLOB    PRIMARY KEY,
    operator_id INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    created_at  INTEGER NOT NULL,
    used_at     INTEGER NOT NULL,
    shop_id     INTEGER REFERENCES shops (id) ON DELETE SET NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_operator ON sessions (operator_id);
CREATE INDEX sessions_by_use ON sessions (used_at);

-- Addresses that work once: to set the service up, to join a shop, to choose a new password.
CREATE TABLE links (
    digest      BLOB    PRIMARY KEY,
    purpose     TEXT    NOT NULL CHECK (purpose IN ('setup', 'join', 'password')),
    shop_id     INTEGER REFERENCES shops (id) ON DELETE CASCADE,
    role        TEXT    CHECK (role IN ('owner', 'staff')),
    operator_id INTEGER REFERENCES operators (id) ON DELETE CASCADE,
    expires_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX links_by_shop ON links (shop_id);
CREATE INDEX links_by_end ON links (expires_at);

-- Who did what. The person is named by address, because what they did outlives their account.
CREATE TABLE activity (
    id      INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    email   TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    action  TEXT    NOT NULL,
    subject TEXT    NOT NULL
) STRICT;

CREATE INDEX activity_by_shop ON activity (shop_id, id);

-- Configurations of the basket that somebody wants to find again.
CREATE TABLE designs (
    shop_id    INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    name       TEXT    NOT NULL,
    config     TEXT    NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (shop_id, name)
) STRICT, WITHOUT ROWID;

-- Where a shop with a checkout of its own has it, and where it wants to hear what happens. What signs
-- a message must be known to sign it, so this secret is kept as it is; the one before stays good for
-- a while.
ALTER TABLE shops ADD COLUMN checkout_address TEXT;
ALTER TABLE shops ADD COLUMN webhook_address TEXT;
ALTER TABLE shops ADD COLUMN webhook_secret TEXT;
ALTER TABLE shops ADD COLUMN webhook_secret_before TEXT;
ALTER TABLE shops ADD COLUMN webhook_secret_until INTEGER;
