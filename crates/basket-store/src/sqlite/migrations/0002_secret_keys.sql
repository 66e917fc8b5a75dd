-- A secret key opens what is the shop's own, so it is kept as a digest and can never be shown again.
-- `key` is then the part of it that is no secret, by which people call it. A publishable key has no
-- digest.
ALTER TABLE keys ADD COLUMN digest BLOB;
