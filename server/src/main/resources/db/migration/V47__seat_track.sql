-- What came of the sessions of a seat besides ends_in_row. failed_starts: in a row. crashes: each within the window after the one before; crashed_at: the last of them.
-- deeds: what the present session did: NONE, SPOKE or PROGRESSED. idle_by: how it became idle: TURN_END, SILENCE or LIMIT.
ALTER TABLE seats ADD COLUMN failed_starts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN crashes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN crashed_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN deeds TEXT NOT NULL DEFAULT 'NONE';
ALTER TABLE seats ADD COLUMN idle_by TEXT NOT NULL DEFAULT 'TURN_END';
