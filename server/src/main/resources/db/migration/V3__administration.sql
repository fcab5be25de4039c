-- Who may not come in.
CREATE TABLE bans (
  agent     TEXT   NOT NULL PRIMARY KEY,
  reason    TEXT   NOT NULL,
  banned_at BIGINT NOT NULL,
  banned_by TEXT   NOT NULL,
  place     BIGINT NOT NULL
);
CREATE UNIQUE INDEX bans_by_place ON bans (place);

-- The allowlist, by the text of the key exactly as agents send it.
CREATE TABLE approvals (
  pubkey      TEXT   NOT NULL PRIMARY KEY,
  agent       TEXT   NOT NULL,
  approved_at BIGINT NOT NULL,
  approved_by TEXT   NOT NULL,
  note        TEXT   NOT NULL,
  place       BIGINT NOT NULL
);
CREATE UNIQUE INDEX approvals_by_place ON approvals (place);

-- What a list's file beside the database holds: SHA-256 of its last known content, and of the content that is being
-- written. A file that has neither was changed by somebody else.
CREATE TABLE list_files (
  name    TEXT NOT NULL PRIMARY KEY,
  known   TEXT NOT NULL,
  coming  TEXT NOT NULL
);
