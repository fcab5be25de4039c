-- ${key} is the type of a 64-bit key: on SQLite only INTEGER makes it the row's own address.

CREATE TABLE epochs (
  shard   INTEGER NOT NULL PRIMARY KEY,
  epoch   BIGINT  NOT NULL,
  -- No id up to here is given again, even when retention removed the rows that had it.
  last_id BIGINT  NOT NULL
);
INSERT INTO epochs (shard, epoch, last_id) VALUES (0, 0, 0);

-- removed_seq and removed_ts belong to the newest message that retention took: seq goes on from there.
CREATE TABLE streams (
  id          ${key}  NOT NULL PRIMARY KEY,
  name        TEXT    NOT NULL UNIQUE,
  removed_seq BIGINT  NOT NULL DEFAULT 0,
  removed_ts  BIGINT  NOT NULL DEFAULT 0
);

-- A message is its own entry of the event feed: its id is of the same series as those of events.
CREATE TABLE messages (
  id            ${key}   NOT NULL PRIMARY KEY,
  stream        BIGINT   NOT NULL,
  seq           BIGINT   NOT NULL,
  ts            BIGINT   NOT NULL,
  msg_id        TEXT,
  sender        TEXT     NOT NULL,
  sender_name   TEXT     NOT NULL,
  verified      SMALLINT,
  content       TEXT     NOT NULL,
  client_msg_id TEXT,
  extras        TEXT     NOT NULL
);
CREATE UNIQUE INDEX messages_by_seq ON messages (stream, seq);
CREATE UNIQUE INDEX messages_by_msg_id ON messages (msg_id) WHERE msg_id IS NOT NULL;
CREATE INDEX messages_by_client_key ON messages (sender, id) WHERE client_msg_id IS NOT NULL;

CREATE TABLE events (
  id      ${key} NOT NULL PRIMARY KEY,
  at      BIGINT NOT NULL,
  kind    TEXT   NOT NULL,
  agent   TEXT,
  channel TEXT,
  detail  TEXT
);

CREATE TABLE agents (
  id         TEXT   NOT NULL PRIMARY KEY,
  name       TEXT   NOT NULL,
  pubkey     TEXT,
  first_seen BIGINT NOT NULL,
  last_seen  BIGINT NOT NULL
);
CREATE INDEX agents_with_key ON agents (id) WHERE pubkey IS NOT NULL;

-- place: of the same series as the ids of events, so that order does not hang on a clock.
CREATE TABLE channels (
  name          TEXT     NOT NULL PRIMARY KEY,
  invite_only   SMALLINT NOT NULL,
  verified_only SMALLINT NOT NULL,
  created_by    TEXT,
  created_at    BIGINT   NOT NULL,
  place         BIGINT   NOT NULL
);
CREATE UNIQUE INDEX channels_by_place ON channels (place);

CREATE TABLE members (
  channel   TEXT   NOT NULL,
  agent     TEXT   NOT NULL,
  joined_at BIGINT NOT NULL,
  place     BIGINT NOT NULL,
  PRIMARY KEY (channel, agent)
);
CREATE UNIQUE INDEX members_by_place ON members (place);
CREATE INDEX members_by_agent ON members (agent, place);

CREATE TABLE invitations (
  channel    TEXT   NOT NULL,
  agent      TEXT   NOT NULL,
  invited_by TEXT   NOT NULL,
  invited_at BIGINT NOT NULL,
  PRIMARY KEY (channel, agent)
);

CREATE TABLE mailboxes (
  agent     TEXT   NOT NULL PRIMARY KEY,
  offered   BIGINT NOT NULL DEFAULT 0,
  delivered BIGINT NOT NULL DEFAULT 0
);
