-- How long personal data is kept, how it is found, and what is about to be deleted.

-- For how many months the contact data of an order is kept once the order is final; 0 has no end.
ALTER TABLE shops ADD COLUMN retention_months bigint NOT NULL DEFAULT 36;

-- When the shop or the account is deleted, if somebody has asked for it.
ALTER TABLE shops ADD COLUMN delete_at bigint;
ALTER TABLE operators ADD COLUMN delete_at bigint;

-- Number, e-mail address and name as they are searched: in lower case and cut off. Only the program that places an order
-- knows lower case for every alphabet; the orders that are there already get by with the engine's. A program that does not
-- know the column leaves it empty: such an order is found by its number alone, and is still exported and erased.
ALTER TABLE orders ADD COLUMN search text NOT NULL DEFAULT '';
UPDATE orders SET search = left(lower(number || ' ' || email || ' ' || name), 400);

-- A search reads one shop's orders in the order they are listed, and nothing but this index.
CREATE INDEX orders_by_search ON orders (shop_id, id, search, state);

-- Final orders whose contact data has not been erased, by the time when they became final.
CREATE INDEX orders_to_erase ON orders (shop_id, changed_at)
    WHERE state IN ('cancelled', 'fulfilled') AND email <> '';

-- Checkouts that nobody finished, those that were ordered, and those of a shop.
CREATE INDEX checkouts_not_ordered ON checkouts (created_at) WHERE ordered_at IS NULL;
CREATE INDEX checkouts_ordered ON checkouts (ordered_at) WHERE ordered_at IS NOT NULL;
CREATE INDEX checkouts_by_shop ON checkouts (shop_id);

-- Finds the entries that name an operator: who did it, and whom it was done to.
CREATE INDEX activity_by_operator ON activity (email);
CREATE INDEX activity_about_operators ON activity (subject)
    WHERE action IN ('person.role_changed', 'person.removed', 'session.ended', 'account.disabled',
        'account.enabled');
