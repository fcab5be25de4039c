-- The callbacks that outlive their agent's connection. A row goes when its callback has fired.
-- fire_at and created_at: wall time in milliseconds. place: of the same series as the ids of events.
CREATE TABLE callbacks (
  id            TEXT   NOT NULL PRIMARY KEY,
  agent         TEXT   NOT NULL,
  channel       TEXT,
  payload       TEXT   NOT NULL,
  fire_at       BIGINT NOT NULL,
  created_at    BIGINT NOT NULL,
  client_msg_id TEXT,
  place         BIGINT NOT NULL
);
CREATE UNIQUE INDEX callbacks_by_place ON callbacks (place);
CREATE INDEX callbacks_by_agent ON callbacks (agent, place);
