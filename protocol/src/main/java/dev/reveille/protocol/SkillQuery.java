package dev.reveille.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What somebody looks for among the skills. What is absent does not matter.
 *
 * @param json the query as it was sent, as JavaScript writes it: it is repeated in the answer
 * @param capability a part of the skill's name, whatever its case
 * @param maxRate the most that a skill may cost, if it says what it costs
 * @param currency of the skill, if it names one, whatever its case
 * @param limit how many results are wanted
 * @param agent the id of the one agent whose skills are wanted, with {@code @}
 */
public record SkillQuery(
    String json,
    @Nullable String capability,
    @Nullable Double maxRate,
    @Nullable String currency,
    int limit,
    @Nullable String agent) {
  public static final int DEFAULT_LIMIT = 50;
  public static final int MAX_LIMIT = 100;

  /** A query made here and now. */
  public static SkillQuery of(
      @Nullable String capability, @Nullable Double maxRate, @Nullable String currency, int limit) {
    var json = new JsonText(64);
    if (capability != null) json.field("capability", capability);
    if (maxRate != null) json.raw("max_rate", JsNumber.text(maxRate));
    if (currency != null) json.field("currency", currency);
    json.field("limit", limit);
    return new SkillQuery(json.text(), capability, maxRate, currency, limit, null);
  }

  /** A query for all that one agent offers. */
  public static SkillQuery ofAgent(String id) {
    var json = new JsonText(64).field("agent_id", id).field("limit", MAX_LIMIT);
    return new SkillQuery(json.text(), null, null, null, MAX_LIMIT, id);
  }
}
