-- Who was here last is asked for often, and there may be very many who were here once.
CREATE INDEX agents_by_last_seen ON agents (last_seen, id);
