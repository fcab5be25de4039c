package dev.reveille.server.skills;

import java.util.List;

/**
 * The result of a search among skills.
 *
 * @param first the first of those that fit: latest registration first, each in its agent's order
 * @param total how many fit
 */
public record SkillsFound(List<Registered> first, int total) {
  public SkillsFound {
    first = List.copyOf(first);
  }

  /** A skill and whose it is; {@code fields} as in {@link StoredSkill}. */
  public record Registered(String agent, long at, String fields) {}
}
