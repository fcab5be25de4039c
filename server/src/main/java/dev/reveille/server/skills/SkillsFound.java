package dev.reveille.server.skills;

import java.util.List;

/**
 * The result of a search for skills.
 *
 * @param first the first matches: latest registration first, each in its agent's order
 * @param total the number of all matches
 */
public record SkillsFound(List<Registered> first, int total) {
  public SkillsFound {
    first = List.copyOf(first);
  }

  /** A skill and its agent; {@code fields} as in {@link StoredSkill}. */
  public record Registered(String agent, long at, String fields) {}
}
