-- The team of seats that are watched together. cycle: a hash of the state in which all are idle; it changes when one of them acts.
-- tries: how many wakes the cycle had. idle_since: when the cycle was first seen. alerted_at: when a person was told; 0 = not.
CREATE TABLE wake_team (
  name       TEXT   NOT NULL PRIMARY KEY,
  cycle      BIGINT NOT NULL,
  idle_since BIGINT NOT NULL,
  tries      BIGINT NOT NULL,
  tried_at   BIGINT NOT NULL,
  alerted_at BIGINT NOT NULL
);
