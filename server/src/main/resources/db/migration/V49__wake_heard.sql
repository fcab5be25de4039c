-- 1 if the last message to the open session of the agent was abandoned and nothing was heard of the agent since, else 0.
ALTER TABLE wake_seats ADD COLUMN unheard BIGINT NOT NULL DEFAULT 0;

-- The last time during which the gate was not open: mail does not grow old in it. closed_until: 0 while it lasts. 0, 0 = never.
ALTER TABLE wake_gate ADD COLUMN closed_from BIGINT NOT NULL DEFAULT 0;
ALTER TABLE wake_gate ADD COLUMN closed_until BIGINT NOT NULL DEFAULT 0;
UPDATE wake_gate SET closed_from = at WHERE state = 'TRIPPED' OR state = 'CLOSED';
