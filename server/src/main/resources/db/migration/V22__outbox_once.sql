-- A tell whose key is never used again needs no index of keys: its row is there for a moment, between two commits.
ALTER TABLE outbox ADD COLUMN once SMALLINT NOT NULL DEFAULT 0;
DROP INDEX outbox_by_key;
CREATE UNIQUE INDEX outbox_by_key ON outbox (sender, receiver, tell_key) WHERE once = 0;
