-- Decisions about wakes, yes and no, with everything they depended on. A no that is repeated without a change is one row.
-- n: rises by one with each row of a seat. action: none, message, nudge or start. reasons: names, with commas between.
-- inputs: one line, read by InputText. proof: how far a wake is known to have come; null if none was sent.
CREATE TABLE wake_decisions (
  seat     TEXT   NOT NULL,
  n        BIGINT NOT NULL,
  first_at BIGINT NOT NULL,
  last_at  BIGINT NOT NULL,
  times    BIGINT NOT NULL,
  action   TEXT   NOT NULL,
  reasons  TEXT   NOT NULL,
  inputs   TEXT   NOT NULL,
  proof    TEXT,
  proof_at BIGINT,
  PRIMARY KEY (seat, n)
);
CREATE INDEX wake_decisions_by_time ON wake_decisions (last_at, seat, n);

-- The memory of each seat's wakes. day: the UTC day that used and senders count. senders: pairs name=count.
-- hash: the state that the last wake was for; wakes_of_state: how many wakes it had.
-- flight_*: the action that is not settled; all null if there is none.
CREATE TABLE wake_seats (
  seat           TEXT   NOT NULL PRIMARY KEY,
  day            BIGINT NOT NULL,
  used           BIGINT NOT NULL,
  senders        TEXT   NOT NULL,
  wake_at        BIGINT NOT NULL,
  hash           BIGINT NOT NULL,
  wakes_of_state BIGINT NOT NULL,
  abandoned      BIGINT NOT NULL,
  mark           BIGINT NOT NULL,
  flight_n       BIGINT,
  flight_at      BIGINT,
  flight_nonce   TEXT,
  flight_action  TEXT
);

-- The gate that every wake passes. No row counts as tripped.
CREATE TABLE wake_gate (
  name   TEXT   NOT NULL PRIMARY KEY,
  state  TEXT   NOT NULL,
  at     BIGINT NOT NULL,
  actor  TEXT   NOT NULL,
  reason TEXT   NOT NULL
);
INSERT INTO wake_gate (name, state, at, actor, reason) VALUES ('wakes', 'OPEN', 0, 'server', 'new');
