-- More than a password to prove who somebody is, and what to see of it.

-- The secret of an authenticator app is encrypted where the host gave keys for that. A code is good once: `totp_step` is
-- the number of the 30 seconds of the last one.
ALTER TABLE operators ADD COLUMN totp_secret text;
ALTER TABLE operators ADD COLUMN totp_step bigint NOT NULL DEFAULT 0;
ALTER TABLE operators ADD COLUMN disabled_at bigint;

-- `credential` is the public half as JSON; it is no secret.
CREATE TABLE passkeys (
    id          bytea   PRIMARY KEY,
    operator_id bigint NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    name        text   NOT NULL,
    credential  text   NOT NULL,
    created_at  bigint NOT NULL,
    used_at     bigint
);

CREATE INDEX passkeys_by_operator ON passkeys (operator_id);

-- Each is good once, and only its digest is kept.
CREATE TABLE recovery_codes (
    operator_id bigint NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    digest      bytea   NOT NULL,
    PRIMARY KEY (operator_id, digest)
);

-- What somebody has begun and must finish soon: to sign in after the password, or with a passkey, or to add one.
CREATE TABLE challenges (
    digest      bytea   PRIMARY KEY,
    purpose     text   NOT NULL,
    operator_id bigint REFERENCES operators (id) ON DELETE CASCADE,
    state       text   NOT NULL,
    expires_at  bigint NOT NULL
);

CREATE INDEX challenges_by_end ON challenges (expires_at);

-- Where somebody is signed in, and when they last proved who they are.
ALTER TABLE sessions ADD COLUMN browser text NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN address text NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN confirmed_at bigint NOT NULL DEFAULT 0;

-- Whether everybody who runs the shop needs more than a password.
ALTER TABLE shops ADD COLUMN second_factor bigint NOT NULL DEFAULT 0;

-- What a secret key may do; without any word, everything.
ALTER TABLE keys ADD COLUMN scopes text;

-- What signs a cart that is handed over to the shop's own checkout; the one before signs for a while, too.
ALTER TABLE shops ADD COLUMN handover_secret text;
ALTER TABLE shops ADD COLUMN handover_secret_before text;
ALTER TABLE shops ADD COLUMN handover_secret_until bigint;
