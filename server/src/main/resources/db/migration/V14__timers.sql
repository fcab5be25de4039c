-- The stored timers of all features. A row goes when its timer took effect.
-- due_at and made_at: wall time in milliseconds. place: of the same series as the ids of events; timers of one moment fire in its order.
CREATE TABLE timers (
  place      ${key} NOT NULL PRIMARY KEY,
  owner_kind TEXT   NOT NULL,
  owner      TEXT   NOT NULL,
  kind       TEXT   NOT NULL,
  name       TEXT   NOT NULL,
  due_at     BIGINT NOT NULL,
  made_at    BIGINT NOT NULL,
  payload    TEXT   NOT NULL
);
CREATE UNIQUE INDEX timers_by_name ON timers (owner_kind, owner, kind, name);
CREATE INDEX timers_by_due ON timers (due_at, place);

-- Durable callbacks had timers of their own.
INSERT INTO timers (place, owner_kind, owner, kind, name, due_at, made_at, payload)
SELECT place, 'agent', agent, 'callback', id, fire_at, created_at, '' FROM callbacks;
