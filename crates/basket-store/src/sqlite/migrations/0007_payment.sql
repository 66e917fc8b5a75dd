-- How orders are paid.
--
-- Every new column has a value by itself, which says what was so before: programs of the release before go on.

-- What the shop has chosen, and what Stripe knows the shop by and signs with.
ALTER TABLE shops ADD COLUMN payment TEXT NOT NULL DEFAULT 'invoice';
ALTER TABLE shops ADD COLUMN stripe_key TEXT;
ALTER TABLE shops ADD COLUMN stripe_webhook_secret TEXT;

-- How the order is paid, by what the provider knows the payment, and where the shopper pays.
ALTER TABLE orders ADD COLUMN payment TEXT NOT NULL DEFAULT 'invoice';
ALTER TABLE orders ADD COLUMN payment_reference TEXT;
ALTER TABLE orders ADD COLUMN payment_url TEXT;

-- Orders whose payment was never begun, to be given up in time.
CREATE INDEX orders_not_begun ON orders (created_at)
    WHERE state = 'placed' AND payment <> 'invoice' AND payment_reference IS NULL;
