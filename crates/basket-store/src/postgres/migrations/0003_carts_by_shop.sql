-- A shop's carts are listed newest first, and one shop's must not be looked for among all.
--
-- Building it holds changes to carts up, for seconds with a million of them. The alternative that does not
-- would have to stand outside of the transaction that the other migrations share.
CREATE INDEX carts_by_shop ON carts (shop_id, id);
