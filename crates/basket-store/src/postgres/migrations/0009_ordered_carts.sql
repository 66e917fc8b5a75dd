-- Says when a cart was ordered. Before, a negative `touched_at` said so.
ALTER TABLE carts ADD COLUMN ordered_at bigint;

UPDATE carts SET ordered_at = -touched_at WHERE touched_at < 0;

-- Carts ordered long ago are looked for by age.
CREATE INDEX carts_by_order ON carts (ordered_at) WHERE ordered_at IS NOT NULL;

-- Programs of the release before still read and write the sign of `touched_at`. As long as they may run beside this one,
-- each way of saying it implies the other. The release after this one removes the trigger and the negative values.
CREATE FUNCTION basket_sync_ordered_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.ordered_at IS NULL THEN
        NEW.ordered_at := -NEW.touched_at;
    ELSE
        NEW.touched_at := -NEW.ordered_at;
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER basket_sync_ordered_at BEFORE UPDATE OF touched_at, ordered_at ON carts FOR EACH ROW
WHEN ((NEW.ordered_at IS NULL) <> (NEW.touched_at >= 0))
EXECUTE FUNCTION basket_sync_ordered_at();
