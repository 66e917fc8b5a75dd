-- How often something was changed that processes remember. Each of them looks here once a second, and forgets what it
-- remembers when the number is another.
CREATE TABLE changes (
    name   TEXT    PRIMARY KEY NOT NULL,
    number INTEGER NOT NULL
);
