-- Mail and ends of tasks from before this wall time wake nobody. 0 = no fence.
ALTER TABLE wake_gate ADD COLUMN fence BIGINT NOT NULL DEFAULT 0;

-- What the seat's session used while it rested between looks. use_session, use_total: the session and its tokens at the last look.
-- rested: looks since the one before which the seat rested; measured: those of them at which its tokens are known.
ALTER TABLE wake_decisions ADD COLUMN use_session TEXT;
ALTER TABLE wake_decisions ADD COLUMN use_total BIGINT;
ALTER TABLE wake_decisions ADD COLUMN rested BIGINT NOT NULL DEFAULT 0;
ALTER TABLE wake_decisions ADD COLUMN measured BIGINT NOT NULL DEFAULT 0;
ALTER TABLE wake_decisions ADD COLUMN rest_tokens BIGINT NOT NULL DEFAULT 0;
