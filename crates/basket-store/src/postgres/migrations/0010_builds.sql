-- The widget's files of every build that served pages, so that a page with an older loader finds them after an upgrade.

CREATE TABLE builds (
    hash    text   COLLATE "C" PRIMARY KEY,
    version text   NOT NULL,
    -- When a process of this build last said that it runs.
    seen_at bigint NOT NULL
);

CREATE TABLE build_files (
    build  text  COLLATE "C" NOT NULL REFERENCES builds (hash) ON DELETE CASCADE,
    name   text  COLLATE "C" NOT NULL,
    -- Names the content, for its entity tag.
    digest text  NOT NULL,
    plain  bytea NOT NULL,
    brotli bytea,
    gzip   bytea,
    PRIMARY KEY (build, name)
);
