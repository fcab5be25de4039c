-- What the server measured, added up by minute and by hour. A slot without a row was not measured: the server was down.
-- at: the wall time at which the slot begins. seconds: how many seconds of it were measured.
-- figures: a JSON object by the fields of the series: a sum, or the counts of durations by bucket.
CREATE TABLE numbers_by_minute (
  at      BIGINT NOT NULL PRIMARY KEY,
  seconds BIGINT NOT NULL,
  figures TEXT   NOT NULL
);
CREATE TABLE numbers_by_hour (
  at      BIGINT NOT NULL PRIMARY KEY,
  seconds BIGINT NOT NULL,
  figures TEXT   NOT NULL
);
