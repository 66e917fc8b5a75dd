-- A product's `revision` is a number by chance, another one with each change. A cart remembers the sum of those of its
-- lines, and can tell by it whether one of its products has changed: no row of the shop is written for that any more.
-- Programs of the release before go by `catalogue`, where a cart of this release has 0: to them it has always changed.
ALTER TABLE carts ADD COLUMN revisions bigint;
