-- A mention means an agent that is away by its last name, in upper or lower case.
CREATE INDEX agents_by_name_in_any_case ON agents (lower(name), last_seen, id)
  WHERE pubkey IS NOT NULL;
