package dev.reveille.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A search for skills. A part that is null does not restrict the search.
 *
 * @param json the query as it was sent, as JavaScript writes it; the answer repeats it
 * @param capability a part of the skill's name, ignoring case
 * @param maxRate the highest price; a skill without a price matches
 * @param currency the skill's currency, ignoring case; a skill without one matches
 * @param limit the most results
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

  /** Makes a query from its parts. */
  public static SkillQuery of(
      @Nullable String capability, @Nullable Double maxRate, @Nullable String currency, int limit) {
    var json = new JsonText(64);
    if (capability != null) json.field("capability", capability);
    if (maxRate != null) json.raw("max_rate", JsNumber.text(maxRate));
    if (currency != null) json.field("currency", currency);
    json.field("limit", limit);
    return new SkillQuery(json.text(), capability, maxRate, currency, limit, null);
  }

  /** Makes a query for all skills of one agent. */
  public static SkillQuery ofAgent(String id) {
    var json = new JsonText(64).field("agent_id", id).field("limit", MAX_LIMIT);
    return new SkillQuery(json.text(), null, null, null, MAX_LIMIT, id);
  }
}
