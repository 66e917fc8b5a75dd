-- A secret key opens what is the shop's own, so it is kept as a digest and can never be shown again.
-- `key` is then the part of it that is no secret, by which people call it. A publishable key has no
-- digest. A program that does not know the column yet takes that part for a publishable key, which
-- opens nothing that a shopper may not see.
ALTER TABLE keys ADD COLUMN digest bytea;
