-- Tasks: work that obliges. The log is the truth about what happened; a row here is the task as it is now.
-- place: of the same series as the ids of events, so that lists do not hang on a clock. Times: wall time in milliseconds.
-- assignee: the one agent that it is for; null if it is for several, who stand in task_audience.
-- priority: low, normal or high. labels and blocked_by: JSON lists. content: JSON fields without braces.
-- chars: the length of everything that was said about it, because that has a limit.
CREATE TABLE tasks (
  place         ${key}   NOT NULL PRIMARY KEY,
  id            TEXT     NOT NULL,
  originator    TEXT     NOT NULL,
  target        TEXT     NOT NULL,
  assignee      TEXT,
  title         TEXT     NOT NULL,
  priority      TEXT     NOT NULL,
  labels        TEXT     NOT NULL,
  created_at    BIGINT   NOT NULL,
  due_at        BIGINT,
  parent        TEXT,
  content       TEXT     NOT NULL,
  state         TEXT     NOT NULL,
  owner         TEXT,
  updated_at    BIGINT   NOT NULL,
  expires_at    BIGINT,
  cleanup_until BIGINT,
  ended_at      BIGINT,
  seq           BIGINT   NOT NULL,
  blocked_by    TEXT     NOT NULL,
  chars         BIGINT   NOT NULL
);
CREATE UNIQUE INDEX tasks_by_id ON tasks (id);
CREATE INDEX tasks_by_originator ON tasks (originator, place);
-- The owner of a task that has one assignee is that agent.
CREATE INDEX tasks_by_owner ON tasks (owner, place) WHERE owner IS NOT NULL AND assignee IS NULL;
CREATE INDEX tasks_by_assignee ON tasks (assignee, place) WHERE assignee IS NOT NULL;
CREATE INDEX tasks_open ON tasks (place) WHERE ended_at IS NULL;
CREATE INDEX tasks_open_by_originator ON tasks (originator) WHERE ended_at IS NULL;
CREATE INDEX tasks_ended ON tasks (state, place) WHERE ended_at IS NOT NULL;
CREATE INDEX tasks_by_end ON tasks (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX tasks_blocked ON tasks (place) WHERE blocked_by <> '[]' AND ended_at IS NULL;

-- The agents that may claim a task that is for several. Frozen when the task is made.
CREATE TABLE task_audience (
  agent TEXT   NOT NULL,
  place BIGINT NOT NULL,
  PRIMARY KEY (agent, place)
);
CREATE INDEX task_audience_by_task ON task_audience (place, agent);

-- place: of the task. Logs of new tasks are beside each other, so a commit changes few pages.
-- said: JSON fields without braces: message, artifacts, detail. move_key: the client_msg_id of the request.
CREATE TABLE task_log (
  place      BIGINT NOT NULL,
  seq        BIGINT NOT NULL,
  at         BIGINT NOT NULL,
  event      TEXT   NOT NULL,
  previous   TEXT,
  state      TEXT   NOT NULL,
  actor      TEXT   NOT NULL,
  actor_name TEXT   NOT NULL,
  said       TEXT   NOT NULL,
  move_key   TEXT,
  PRIMARY KEY (place, seq)
);

-- Which tasks wait for a task, so that it tells them when it ends.
CREATE TABLE task_waiters (
  blocker TEXT NOT NULL,
  waiter  TEXT NOT NULL,
  PRIMARY KEY (blocker, waiter)
);

-- Ids of tasks are made of it, so that nobody can guess one. ${random} is never twice the same text.
CREATE TABLE task_secret (
  secret TEXT NOT NULL PRIMARY KEY
);
INSERT INTO task_secret (secret) VALUES (${random} || ${random} || ${random} || ${random});
