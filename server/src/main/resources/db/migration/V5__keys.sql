-- place: of the same series as the ids of events, so that order does not hang on a clock.
-- The keys of agents that changed or revoked one. Any other agent's only key stands in agents.
-- id: what the id of an agent would be that begins with this key. It is a row of agents or belongs
-- to another agent here, never both.
CREATE TABLE keys (
  id         TEXT   NOT NULL PRIMARY KEY,
  agent      TEXT   NOT NULL,
  pubkey     TEXT   NOT NULL,
  since      BIGINT NOT NULL,
  until      BIGINT,
  revoked_at BIGINT,
  reason     TEXT,
  place      BIGINT NOT NULL
);
CREATE INDEX keys_by_agent ON keys (agent, place);
CREATE UNIQUE INDEX keys_by_place ON keys (place);
