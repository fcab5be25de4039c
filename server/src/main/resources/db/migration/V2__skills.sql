-- What agents offer. The order of ids is the order of search results, backwards: a later registration
-- has higher ids, and within one the first skill has the highest. Their series is that of events.
-- capability and currency are in lower case, as they are compared; fields is the skill as it is shown.
CREATE TABLE skills (
  id            ${key}           NOT NULL PRIMARY KEY,
  agent         TEXT             NOT NULL,
  registered_at BIGINT           NOT NULL,
  capability    TEXT             NOT NULL,
  rate          DOUBLE PRECISION,
  currency      TEXT,
  fields        TEXT             NOT NULL
);
CREATE INDEX skills_by_agent ON skills (agent);
