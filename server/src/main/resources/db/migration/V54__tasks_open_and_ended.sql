-- Lists of open tasks look at open tasks only, however many have ended. Ended tasks are listed by their end.
DROP INDEX tasks_open_by_originator;
CREATE INDEX tasks_open_by_originator ON tasks (originator, place) WHERE ended_at IS NULL;
CREATE INDEX tasks_open_by_owner ON tasks (owner, place) WHERE ended_at IS NULL AND owner IS NOT NULL AND assignee IS NULL;
CREATE INDEX tasks_open_by_assignee ON tasks (assignee, place) WHERE ended_at IS NULL AND assignee IS NOT NULL;
DROP INDEX tasks_ended;
CREATE INDEX tasks_ended ON tasks (state, ended_at, place) WHERE ended_at IS NOT NULL;
