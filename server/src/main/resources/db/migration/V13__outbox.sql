-- Durable tells that are not handled yet. sender and receiver are addresses of cells: kind/name.
-- id: of the same series as the ids of events. made_at: wall time in milliseconds, for people.
CREATE TABLE outbox (
  id       ${key} NOT NULL PRIMARY KEY,
  sender   TEXT   NOT NULL,
  receiver TEXT   NOT NULL,
  tell_key TEXT   NOT NULL,
  command  TEXT   NOT NULL,
  json     TEXT   NOT NULL,
  made_at  BIGINT NOT NULL
);
CREATE UNIQUE INDEX outbox_by_key ON outbox (sender, receiver, tell_key);
CREATE INDEX outbox_by_cells ON outbox (sender, receiver, id);

-- The keys of durable tells that were handled, so that a repeat is known. Removed by age.
CREATE TABLE handled_tells (
  sender     TEXT   NOT NULL,
  receiver   TEXT   NOT NULL,
  tell_key   TEXT   NOT NULL,
  handled_at BIGINT NOT NULL,
  PRIMARY KEY (sender, receiver, tell_key)
);
CREATE INDEX handled_tells_by_age ON handled_tells (handled_at);
