-- For how many minutes an order that is not paid holds what it took from the stock.

ALTER TABLE shops ADD COLUMN hold_minutes bigint NOT NULL DEFAULT 60;
