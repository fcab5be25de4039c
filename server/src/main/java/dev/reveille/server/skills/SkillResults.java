package dev.reveille.server.skills;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.SkillQuery;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.Locale;

/**
 * Makes the answer to a search. The number of compared skills and the size of the answer are
 * bounded.
 */
public final class SkillResults {
  /** The number of the latest skills that a search compares. */
  static final int SCAN = 10_000;

  private SkillResults() {}

  static ServerMessage.SearchResults of(Store store, SkillsQuery asked) {
    var query = folded(asked.query());
    var agent = query.agent();
    var found =
        agent == null
            ? store.reads(SkillReads.class).skills(terms -> fits(query, terms), SCAN, query.limit())
            : store
                .reads(SkillReads.class)
                .skillsOf(agent, terms -> fits(query, terms), query.limit());
    var results = new ArrayList<ServerMessage.FoundSkill>();
    for (var skill : found.first()) {
      results.add(new ServerMessage.FoundSkill(skill.agent(), skill.fields(), skill.at()));
    }
    return new ServerMessage.SearchResults(
        asked.queryId(), asked.query().json(), results, found.total());
  }

  /** True if the skill matches. A skill without a rate or a currency matches any. */
  private static boolean fits(SkillQuery query, StoredSkill.Terms terms) {
    var capability = query.capability();
    var most = query.maxRate();
    var currency = query.currency();
    return (capability == null || terms.capability().contains(capability))
        && (most == null || terms.rate() == null || terms.rate() <= most)
        && (currency == null || terms.currency() == null || terms.currency().equals(currency));
  }

  private static SkillQuery folded(SkillQuery q) {
    return new SkillQuery(
        q.json(),
        q.capability() == null ? null : folded(q.capability()),
        q.maxRate(),
        q.currency() == null ? null : folded(q.currency()),
        q.limit(),
        q.agent());
  }

  /** Returns the word in the form in which words are compared. */
  public static String folded(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
