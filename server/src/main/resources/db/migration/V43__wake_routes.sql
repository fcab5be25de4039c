-- The routes of an identity: which events may disturb it, how, and by which way. n: its number; numbers are never used twice.
-- event: message, mention, task, permission, pulse or timer. filter: JSON; empty = every event. address: of a webhook, else empty.
-- window_ms: how long an event waits for others; -1 = as the server's setting says.
-- since_seq, since_ref: what was in the inbox before is history and wakes nobody. mark_seq, mark_at: the watermark: entries up to
-- here were handed over, and when. failures: deliveries in a row that failed. degraded: why it is not used any more; null = it is.
-- secret: signs the bodies of a webhook.
CREATE TABLE wake_routes (
  identity  TEXT   NOT NULL,
  n         BIGINT NOT NULL,
  event     TEXT   NOT NULL,
  filter    TEXT   NOT NULL,
  target    TEXT   NOT NULL,
  address   TEXT   NOT NULL,
  policy    TEXT   NOT NULL,
  window_ms BIGINT NOT NULL,
  since_seq BIGINT NOT NULL,
  since_ref BIGINT NOT NULL,
  mark_seq  BIGINT NOT NULL,
  mark_at   BIGINT NOT NULL,
  failures  BIGINT NOT NULL,
  degraded  TEXT,
  made_by   TEXT   NOT NULL,
  secret    TEXT,
  PRIMARY KEY (identity, n)
);
CREATE UNIQUE INDEX wake_routes_once ON wake_routes (identity, event, filter, target, address);

-- The identities that got their first routes, and the number of the next one. So routes that somebody removed stay removed.
CREATE TABLE wake_route_books (
  identity TEXT   NOT NULL PRIMARY KEY,
  next_n   BIGINT NOT NULL
);

-- Until when the agent put itself to sleep; 0 = it did not. It outlives its session and the server.
ALTER TABLE wake_seats ADD COLUMN asleep_until BIGINT NOT NULL DEFAULT 0;

-- The first entry of the inbox that the action in flight is about; null if there is no action, or if it is about none.
ALTER TABLE wake_seats ADD COLUMN flight_from BIGINT;
