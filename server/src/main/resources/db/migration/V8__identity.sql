-- Which store this is: made once, so that a place in its feed is not taken for one in another's.
-- ${random} is an expression that is never twice the same text.
CREATE TABLE identity (
  id TEXT NOT NULL PRIMARY KEY
);
INSERT INTO identity (id) VALUES (${random});
