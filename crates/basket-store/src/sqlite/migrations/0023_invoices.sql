-- Invoices of orders that are paid by one.

-- What a shop says about itself on its invoices, as a JSON object; without it, it issues none. `invoices` counts them.
ALTER TABLE shops ADD COLUMN seller TEXT;
ALTER TABLE shops ADD COLUMN invoices INTEGER NOT NULL DEFAULT 0;

-- What an invoice says beside its order. It is written with the order and never changed. `seller` is a copy of what the
-- shop said then. The names of the columns differ from those of orders, which are read together with these.
CREATE TABLE invoices (
    order_id INTEGER PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
    issuer   INTEGER NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    due_at   INTEGER NOT NULL,
    seller   TEXT    NOT NULL,
    UNIQUE (issuer, sequence)
) STRICT;
