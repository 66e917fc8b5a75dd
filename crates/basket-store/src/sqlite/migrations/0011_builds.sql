-- The widget's files of every build that served pages, so that a page with an older loader finds them after an upgrade.

CREATE TABLE builds (
    hash    TEXT    PRIMARY KEY,
    version TEXT    NOT NULL,
    -- When a process of this build last said that it runs.
    seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE build_files (
    build  TEXT NOT NULL REFERENCES builds (hash) ON DELETE CASCADE,
    name   TEXT NOT NULL,
    -- Names the content, for its entity tag.
    digest TEXT NOT NULL,
    plain  BLOB NOT NULL,
    brotli BLOB,
    gzip   BLOB,
    PRIMARY KEY (build, name)
) STRICT;
