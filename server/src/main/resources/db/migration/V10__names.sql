-- An agent that is away is found by its last name.
CREATE INDEX agents_by_name ON agents (name, id) WHERE pubkey IS NOT NULL;
