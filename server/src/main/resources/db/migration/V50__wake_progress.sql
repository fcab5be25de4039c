-- True if the source has more than it counted, because its list goes on.
ALTER TABLE wake_sources ADD COLUMN more BOOLEAN NOT NULL DEFAULT FALSE;
