package dev.reveille.server.skills;

import dev.reveille.server.kernel.Write;
import java.util.List;

/** What the agent offers from now on, in place of what it offered before. */
public record ReplaceSkills(String agent, long at, List<StoredSkill> skills) implements Write {
  public ReplaceSkills {
    skills = List.copyOf(skills);
  }
}
