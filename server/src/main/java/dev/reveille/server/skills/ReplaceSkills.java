package dev.reveille.server.skills;

import dev.reveille.server.kernel.Write;
import java.util.List;

/** Replaces all skills that the agent offers. */
public record ReplaceSkills(String agent, long at, List<StoredSkill> skills) implements Write {
  public ReplaceSkills {
    skills = List.copyOf(skills);
  }
}
