-- A cart has one open checkout in each language. Rows that an earlier release wrote have no language and stay as they
-- are, as do those that it still writes beside this one.

ALTER TABLE checkouts ADD COLUMN language TEXT;

CREATE UNIQUE INDEX open_checkouts ON checkouts (cart_token, language) WHERE ordered_at IS NULL;
