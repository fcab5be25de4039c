-- The body of each identity that has, or had, a seat. It is the lease of the seat's session.
-- An identity that never had a seat has no row. kind: seat while a session holds it, else none. epoch: rises with each change of the holder.
CREATE TABLE bodies (
  identity TEXT   NOT NULL PRIMARY KEY,
  kind     TEXT   NOT NULL,
  holder   TEXT   NOT NULL,
  epoch    BIGINT NOT NULL
);

-- A seat as people defined it, what its agent asked for (wish_), and its state (from life on).
-- command and environment: JSON lists. quiet: for example 22:00-07:00 Europe/Berlin. seq: of the last row of its log.
CREATE TABLE seats (
  identity       TEXT     NOT NULL PRIMARY KEY,
  harness        TEXT     NOT NULL,
  folder         TEXT,
  command        TEXT     NOT NULL,
  environment    TEXT     NOT NULL,
  route          TEXT,
  auto_resume    BOOLEAN  NOT NULL,
  priority       TEXT     NOT NULL,
  daily_wakes    BIGINT   NOT NULL,
  quiet          TEXT,
  defined_at     BIGINT   NOT NULL,
  wish_wakes     BIGINT,
  wish_quiet     TEXT,
  life           TEXT     NOT NULL,
  benched        BOOLEAN  NOT NULL,
  opted_out      BOOLEAN  NOT NULL,
  since          BIGINT   NOT NULL,
  session        TEXT,
  suspect        TEXT,
  limited_until  BIGINT,
  routes_paused  BOOLEAN  NOT NULL,
  ends_in_row    BIGINT   NOT NULL,
  nudged         BOOLEAN  NOT NULL,
  step           TEXT,
  job            BIGINT   NOT NULL,
  seq            BIGINT   NOT NULL
);

-- One run of a harness. epoch: of the lease, so the highest is the latest, whatever the clocks said.
CREATE TABLE seat_sessions (
  id             TEXT   NOT NULL PRIMARY KEY,
  identity       TEXT   NOT NULL,
  epoch          BIGINT NOT NULL,
  origin         TEXT,
  reason         TEXT   NOT NULL,
  started_at     BIGINT NOT NULL,
  seen_at        BIGINT,
  ended_at       BIGINT,
  ending         TEXT,
  model          TEXT,
  input_tokens   BIGINT,
  output_tokens  BIGINT,
  context_tokens BIGINT,
  micro_dollars  BIGINT
);
CREATE UNIQUE INDEX seat_sessions_by_identity ON seat_sessions (identity, epoch);
CREATE INDEX seat_sessions_by_end ON seat_sessions (ended_at) WHERE ended_at IS NOT NULL;

-- Everything that happened to a seat, with its evidence.
CREATE TABLE seat_log (
  identity TEXT   NOT NULL,
  seq      BIGINT NOT NULL,
  at       BIGINT NOT NULL,
  event    TEXT   NOT NULL,
  previous TEXT   NOT NULL,
  state    TEXT   NOT NULL,
  session  TEXT,
  actor    TEXT   NOT NULL,
  evidence TEXT   NOT NULL,
  PRIMARY KEY (identity, seq)
);
CREATE INDEX seat_log_by_age ON seat_log (at);

-- What a session leaves for the next one. The texts are the agent's.
CREATE TABLE handoffs (
  identity  TEXT   NOT NULL,
  number    BIGINT NOT NULL,
  session   TEXT,
  at        BIGINT NOT NULL,
  author    TEXT   NOT NULL,
  done      TEXT   NOT NULL,
  next      TEXT   NOT NULL,
  questions TEXT   NOT NULL,
  worked_on TEXT   NOT NULL,
  PRIMARY KEY (identity, number)
);

-- What each identity worked on last: one row for each thing.
CREATE TABLE worked_on_last (
  identity TEXT   NOT NULL,
  thing    TEXT   NOT NULL,
  session  TEXT,
  at       BIGINT NOT NULL,
  PRIMARY KEY (identity, thing)
);
CREATE INDEX worked_on_last_by_thing ON worked_on_last (thing, at);
CREATE INDEX worked_on_last_by_time ON worked_on_last (identity, at);
