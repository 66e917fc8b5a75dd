-- Lines stand in the row of their cart. With a million carts no two that are used at one time lie side by side, and a
-- page of the file is fetched, logged and folded back for each place that a change touches: one, where it was two.
--
-- This does not only expand. A file has one program at a time, so nobody is left who would look for the table.

-- As JSON, in the order in which they were added: of each the number, sku, frequency, interval, quantity, and the name,
-- type and price that its product had at the cart's last change. Only the program writes it.
ALTER TABLE carts ADD COLUMN lines TEXT NOT NULL DEFAULT '[]';

UPDATE carts SET lines = (
    SELECT json_group_array(
        json_array(number, sku, frequency, interval, quantity, name, type, unit_price))
    FROM (SELECT * FROM lines WHERE cart_id = carts.id ORDER BY number)
) WHERE id IN (SELECT cart_id FROM lines);

DROP TABLE lines;

-- What asks about many carts, and a copy to or from another engine, still finds them one by one, and may add to them.
CREATE VIEW lines AS
SELECT
    carts.id    AS cart_id,
    value ->> 0 AS number,
    value ->> 1 AS sku,
    value ->> 2 AS frequency,
    value ->> 3 AS interval,
    value ->> 4 AS quantity,
    value ->> 5 AS name,
    value ->> 6 AS type,
    value ->> 7 AS unit_price
FROM carts, json_each(carts.lines);

CREATE TRIGGER lines_insert INSTEAD OF INSERT ON lines
WHEN NOT EXISTS (SELECT 1 FROM lines WHERE cart_id = NEW.cart_id AND number = NEW.number)
BEGIN
    UPDATE carts SET lines = json_insert(lines, '$[#]', json_array(
        NEW.number, NEW.sku, NEW.frequency, NEW.interval, NEW.quantity, NEW.name, NEW.type, NEW.unit_price))
    WHERE id = NEW.cart_id;
END;
