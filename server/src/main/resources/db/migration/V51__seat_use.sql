-- What each session had used of its model by a time, so that a night and a day can be counted and not only a whole life.
-- One row for each five minutes in which the use changed. slot: the number of these five minutes; at: when the row was written last.
CREATE TABLE seat_use (
  session       TEXT   NOT NULL,
  slot          BIGINT NOT NULL,
  identity      TEXT   NOT NULL,
  at            BIGINT NOT NULL,
  tokens        BIGINT,
  micro_dollars BIGINT,
  PRIMARY KEY (session, slot)
);
CREATE INDEX seat_use_by_age ON seat_use (at);
CREATE INDEX seat_use_by_identity ON seat_use (identity);

-- The wakes that were sent, for the days before a night.
CREATE INDEX wake_decisions_sent ON wake_decisions (first_at, seat, n) WHERE action <> 'NONE';
