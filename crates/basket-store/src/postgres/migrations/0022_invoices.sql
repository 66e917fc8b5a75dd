-- Invoices of orders that are paid by one.

-- What a shop says about itself on its invoices, as a JSON object; without it, it issues none. `invoices` counts them.
ALTER TABLE shops ADD COLUMN seller text;
ALTER TABLE shops ADD COLUMN invoices bigint NOT NULL DEFAULT 0;

-- What an invoice says beside its order. It is written with the order and never changed. `seller` is a copy of what the
-- shop said then. The names of the columns differ from those of orders, which are read together with these.
CREATE TABLE invoices (
    order_id bigint PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
    issuer   bigint NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    sequence bigint NOT NULL,
    due_at   bigint NOT NULL,
    seller   text   NOT NULL,
    UNIQUE (issuer, sequence)
);
