-- A product's `revision` is a number by chance, another one with each change. A cart remembers the sum of those of its
-- lines, and can tell by it whether one of its products has changed. `catalogue` is no longer used.
ALTER TABLE carts ADD COLUMN revisions INTEGER;
