-- What concerns an agent besides its direct messages, and how far it has read.

-- last_ref: the number of the newest reference that was ever made; it is not given again.
-- lost: how many references were removed before they were confirmed. lost_read: how many of these were reported.
ALTER TABLE mailboxes ADD COLUMN last_ref BIGINT NOT NULL DEFAULT 0;
ALTER TABLE mailboxes ADD COLUMN lost BIGINT NOT NULL DEFAULT 0;
ALTER TABLE mailboxes ADD COLUMN lost_read BIGINT NOT NULL DEFAULT 0;

-- References to channel messages that mention the agent and are not confirmed.
-- after_seq: the last direct message when the reference came. Its place in the inbox is (after_seq, n).
-- ts, sender, priority: those of the message.
CREATE TABLE inbox_refs (
  agent     TEXT   NOT NULL,
  n         BIGINT NOT NULL,
  after_seq BIGINT NOT NULL,
  channel   TEXT   NOT NULL,
  seq       BIGINT NOT NULL,
  ts        BIGINT NOT NULL,
  sender    TEXT   NOT NULL,
  priority  TEXT   NOT NULL,
  PRIMARY KEY (agent, n)
);
CREATE INDEX inbox_refs_by_channel ON inbox_refs (channel);

-- How far an agent has read in a channel. since: where the mark began.
-- refs: references into the channel up to here are confirmed, also those that come late.
CREATE TABLE read_marks (
  agent   TEXT   NOT NULL,
  channel TEXT   NOT NULL,
  seq     BIGINT NOT NULL,
  since   BIGINT NOT NULL,
  refs    BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (agent, channel)
);
CREATE INDEX read_marks_by_channel ON read_marks (channel, seq, since, agent);
INSERT INTO read_marks (agent, channel, seq, since)
  SELECT n.agent, n.channel, h.last, h.last FROM members n
  JOIN (SELECT c.name, COALESCE((SELECT max(m.seq) FROM messages m WHERE m.stream = s.id),
                                s.removed_seq, 0) AS last
        FROM channels c LEFT JOIN streams s ON s.name = c.name) h ON h.name = n.channel;

-- What became of direct messages whose senders asked for it. agent and seq are those of the mailbox.
-- level: stored, offered or retrieved.
CREATE TABLE receipts (
  agent  TEXT   NOT NULL,
  seq    BIGINT NOT NULL,
  msg_id TEXT   NOT NULL,
  sender TEXT   NOT NULL,
  level  TEXT   NOT NULL,
  at     BIGINT NOT NULL,
  PRIMARY KEY (agent, seq)
);

-- notices: 0 if the agent gets no presence notices of the channel. filter is empty if everything else passes.
ALTER TABLE subscriptions ADD COLUMN notices SMALLINT NOT NULL DEFAULT 1;
