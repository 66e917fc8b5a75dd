-- What an order took from the stock, as JSON: `[["MUG",2]]`. Orders of earlier releases do not say.

ALTER TABLE orders ADD COLUMN taken text;
