-- A task for a skill is for all who offer it, however many skills there are.
CREATE INDEX skills_by_capability ON skills (capability, agent);
