-- The jobs that have not ended. A row goes in the transaction in which its owner handles the end or cancels it.
-- owner_name, owner_kind: the address of the cell that started it, which also gave the number.
CREATE TABLE jobs (
  owner_name TEXT   NOT NULL,
  owner_kind TEXT   NOT NULL,
  number     BIGINT NOT NULL,
  kind       TEXT   NOT NULL,
  PRIMARY KEY (owner_name, owner_kind, number)
);
