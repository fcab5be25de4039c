-- Waits between agents and tasks that will not end by themselves, as long as they last.
-- id: made of what was found, so that the same thing is reported once. detail: a JSON object.
CREATE TABLE task_findings (
  id       TEXT   NOT NULL PRIMARY KEY,
  kind     TEXT   NOT NULL,
  found_at BIGINT NOT NULL,
  detail   TEXT   NOT NULL
);
