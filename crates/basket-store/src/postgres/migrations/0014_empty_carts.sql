-- Finds carts that never had a line: they are kept for a day.

CREATE INDEX empty_carts ON carts (touched_at) WHERE next_line = 1;
