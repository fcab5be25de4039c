-- What was stored up to last_id was stored before at. Written by retention while it trusts the wall clock, so a row is
-- known to be old even if the clock was wrong when it was stored.
CREATE TABLE ages (
  at      BIGINT NOT NULL PRIMARY KEY,
  last_id BIGINT NOT NULL
);

-- Whether an agent that has not been here for long was invited somewhere.
CREATE INDEX invitations_by_agent ON invitations (agent);
