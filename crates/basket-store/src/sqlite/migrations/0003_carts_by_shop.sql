-- A shop's carts are listed newest first, and one shop's must not be looked for among all.
CREATE INDEX carts_by_shop ON carts (shop_id, id);
