-- What agents want to hear, and who may not speak.

CREATE TABLE subscriptions (
  agent   TEXT NOT NULL,
  channel TEXT NOT NULL,
  -- The filter as it is on the wire. A channel that is heard in full has no row.
  filter  TEXT NOT NULL,
  PRIMARY KEY (agent, channel)
);

CREATE TABLE mutes (
  agent    TEXT   NOT NULL,
  muted    TEXT   NOT NULL,
  muted_at BIGINT NOT NULL,
  PRIMARY KEY (agent, muted)
);

-- until: wall time in milliseconds.
CREATE TABLE gags (
  agent  TEXT   NOT NULL PRIMARY KEY,
  until  BIGINT NOT NULL,
  reason TEXT   NOT NULL
);

-- What an operator set goes before the configuration, also when it is 0.
CREATE TABLE slow_modes (
  channel TEXT   NOT NULL PRIMARY KEY,
  seconds BIGINT NOT NULL
);
