-- Identities whose private key the server keeps.
-- sealed: the private key, encrypted with the key in the file server.key, which is not in here.
-- ended_at: when an administrator revoked the identity.
CREATE TABLE kept_identities (
  agent      TEXT   NOT NULL PRIMARY KEY,
  name       TEXT   NOT NULL,
  pubkey     TEXT   NOT NULL,
  sealed     TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  ended_at   BIGINT
);

-- Tokens. The secret of a token is not in here, only its SHA-256.
-- agent: the kept identity that the token speaks for, if it speaks for one.
CREATE TABLE tokens (
  id         TEXT   NOT NULL PRIMARY KEY,
  name       TEXT   NOT NULL,
  agent      TEXT,
  scopes     TEXT   NOT NULL,
  hash       TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  created_by TEXT   NOT NULL,
  expires_at BIGINT,
  used_at    BIGINT,
  ended_at   BIGINT
);
CREATE INDEX tokens_by_agent ON tokens (agent, id);
