-- What people are told. alert: what it is about and since when. told_at: 0 = nobody was told yet. ways: those that told it.
CREATE TABLE alerts (
  alert   TEXT   NOT NULL PRIMARY KEY,
  at      BIGINT NOT NULL,
  text    TEXT   NOT NULL,
  tries   BIGINT NOT NULL,
  next_at BIGINT NOT NULL,
  told_at BIGINT NOT NULL,
  ways    TEXT   NOT NULL
);
CREATE INDEX alerts_by_time ON alerts (at DESC, alert);

-- When people were last present, in wall milliseconds.
CREATE TABLE people_seen (
  who     TEXT   NOT NULL PRIMARY KEY,
  seen_at BIGINT NOT NULL
);
