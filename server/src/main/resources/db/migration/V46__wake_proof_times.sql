-- When a wake reached the levels between stored and acted. 0 = not known.
ALTER TABLE wake_decisions ADD COLUMN offered_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE wake_decisions ADD COLUMN retrieved_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE wake_decisions ADD COLUMN started_at BIGINT NOT NULL DEFAULT 0;
