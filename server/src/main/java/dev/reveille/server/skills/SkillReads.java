package dev.reveille.server.skills;

import java.util.function.Predicate;

/** Searches the skills that agents offer. */
public interface SkillReads {
  /**
   * Looks through the skills, latest registration first.
   *
   * @param scan at most so many are looked at
   * @param limit at most so many of those that fit are given, and no more than a page has room for,
   *     though all are counted
   */
  SkillsFound skills(Predicate<StoredSkill.Terms> wanted, int scan, int limit);

  /** Looks through the skills of one agent, in its own order. An agent has a bounded number. */
  SkillsFound skillsOf(String agent, Predicate<StoredSkill.Terms> wanted, int limit);
}
