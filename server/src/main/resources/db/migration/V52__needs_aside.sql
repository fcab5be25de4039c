-- What needs a person and was set aside by one. It is not listed until then. need: its key.
CREATE TABLE needs_aside (
  need     TEXT   NOT NULL PRIMARY KEY,
  until_at BIGINT NOT NULL
);
CREATE INDEX needs_aside_by_end ON needs_aside (until_at);
