-- What a sleeper left behind or passed over while older mail waits for it: entries that the two marks
-- of a mailbox cannot tell. Ranges of seq as text ("4-9,12"), empty for almost every agent.
ALTER TABLE mailboxes ADD COLUMN ahead TEXT NOT NULL DEFAULT '';
ALTER TABLE mailboxes ADD COLUMN unshown TEXT NOT NULL DEFAULT '';
