-- Says when a cart was ordered. Before, a negative `touched_at` said so.
ALTER TABLE carts ADD COLUMN ordered_at INTEGER;

UPDATE carts SET ordered_at = -touched_at, touched_at = -touched_at WHERE touched_at < 0;

-- Carts ordered long ago are looked for by age.
CREATE INDEX carts_by_order ON carts (ordered_at) WHERE ordered_at IS NOT NULL;
