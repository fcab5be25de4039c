-- The report of a night counts the sessions that were started in it.
CREATE INDEX seat_sessions_by_start ON seat_sessions (started_at);
