-- Counts the changes to a checkout. Whoever changes or orders it names the count that was read, so that two changes are told
-- apart without comparing carts, which a later release may write in another way.
--
-- Programs of the release before leave it alone and go on comparing carts.
ALTER TABLE checkouts ADD COLUMN revision bigint NOT NULL DEFAULT 0;
