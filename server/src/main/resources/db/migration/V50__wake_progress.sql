-- True if the source has more than it counted, because its list goes on.
ALTER TABLE wake_sources ADD COLUMN more BOOLEAN NOT NULL DEFAULT FALSE;

-- When a member of the team last made progress: it moved a task, left a handoff, answered, or said more than one thing. 0 = not known.
ALTER TABLE wake_team ADD COLUMN progress_at BIGINT NOT NULL DEFAULT 0;
