-- The log of all tasks gets one order: n is of the same series as the ids of events. So the log itself says who must be told what.
CREATE TABLE task_log_in_order (
  n          ${key} NOT NULL PRIMARY KEY,
  place      BIGINT NOT NULL,
  seq        BIGINT NOT NULL,
  at         BIGINT NOT NULL,
  event      TEXT   NOT NULL,
  previous   TEXT,
  state      TEXT   NOT NULL,
  actor      TEXT   NOT NULL,
  actor_name TEXT   NOT NULL,
  said       TEXT   NOT NULL,
  move_key   TEXT
);
-- Each old row had an event of its own, so there were at least as many ids as rows.
INSERT INTO task_log_in_order (n, place, seq, at, event, previous, state, actor, actor_name, said, move_key)
  SELECT row_number() OVER (ORDER BY place, seq), place, seq, at, event, previous, state, actor, actor_name, said, move_key
  FROM task_log;
DROP TABLE task_log;
ALTER TABLE task_log_in_order RENAME TO task_log;
CREATE UNIQUE INDEX task_log_by_task ON task_log (place, seq);

-- n: everybody whom rows up to here concern has them in the mailbox, or in the outbox if they are older than this table.
CREATE TABLE task_hinted (
  shard INTEGER NOT NULL PRIMARY KEY,
  n     BIGINT  NOT NULL
);
INSERT INTO task_hinted (shard, n) SELECT 0, COALESCE(max(n), 0) FROM task_log;
