package dev.reveille.server.skills;

import java.util.List;
import java.util.function.Predicate;

/** Searches the skills that agents offer. */
public interface SkillReads {
  /**
   * Searches all skills, latest registration first.
   *
   * @param scan how many skills are compared at most
   * @param limit how many matches are returned at most; a full page may hold fewer, but all matches
   *     are counted
   */
  SkillsFound skills(Predicate<StoredSkill.Terms> wanted, int scan, int limit);

  /**
   * Returns the agents that offer a skill, in order of their ids.
   *
   * @param capability in lower case
   * @param after only greater ids
   */
  List<String> holders(String capability, String after, int limit);

  /** Searches the skills of one agent, in its own order. An agent has a bounded number. */
  SkillsFound skillsOf(String agent, Predicate<StoredSkill.Terms> wanted, int limit);
}
