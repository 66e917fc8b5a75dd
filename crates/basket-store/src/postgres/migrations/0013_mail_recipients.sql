-- Who a mail goes to, as a digest of the address: mails to one address are held back beyond a few an hour.

ALTER TABLE events ADD COLUMN recipient text COLLATE "C";

CREATE INDEX events_by_recipient ON events (recipient) WHERE recipient IS NOT NULL;
