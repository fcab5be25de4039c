-- The last answer of each work source for each seat. news: rises when there is more or newer work. mark: shown to the source again.
CREATE TABLE wake_sources (
  source   TEXT    NOT NULL,
  seat     TEXT    NOT NULL,
  asked_at BIGINT  NOT NULL,
  known    BOOLEAN NOT NULL,
  count    BIGINT  NOT NULL,
  newest   BIGINT  NOT NULL,
  news     BIGINT  NOT NULL,
  mark     TEXT    NOT NULL,
  reason   TEXT    NOT NULL,
  PRIMARY KEY (source, seat)
);
CREATE INDEX wake_sources_by_seat ON wake_sources (seat);

-- How often each work source was asked, by UTC day. unchanged: answers that cost nothing. day_at: the begin of the day, in milliseconds.
CREATE TABLE wake_source_days (
  source    TEXT   NOT NULL,
  day       BIGINT NOT NULL,
  seat      TEXT   NOT NULL,
  calls     BIGINT NOT NULL,
  unchanged BIGINT NOT NULL,
  failed    BIGINT NOT NULL,
  processes BIGINT NOT NULL,
  day_at    BIGINT NOT NULL,
  PRIMARY KEY (source, day, seat)
);
CREATE INDEX wake_source_days_by_time ON wake_source_days (day_at, source, seat);
CREATE INDEX wake_source_days_by_seat ON wake_source_days (seat);
