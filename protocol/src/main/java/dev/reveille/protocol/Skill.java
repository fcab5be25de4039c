package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A skill that an agent offers, in its own words.
 *
 * @param json the whole skill as JavaScript writes it; the agent signed this text
 * @param capability the name of the skill
 * @param rate its price, if that is a number
 * @param currency the currency of the rate, if that is a word
 */
public record Skill(
    String json, String capability, @Nullable Double rate, @Nullable String currency) {
  /** The most skills of one agent. */
  public static final int MAX_COUNT = 100;

  /** The longest JSON text of all skills of one agent, in UTF-16 units. */
  public static final int MAX_TEXT = 65_536;

  public static final int MAX_CAPABILITY = 256;

  /**
   * The fields that the server sets in a search result. Fields of a skill with these names are left
   * out.
   */
  private static final Set<String> RESULT_FIELDS =
      Set.of(
          "agent_id",
          "registered_at",
          "agent_rating",
          "agent_transactions",
          "skill_rating",
          "skill_transactions",
          "skill_updated");

  /** Returns the skill; empty if the value is not an object with a capability. */
  static Optional<Skill> of(JsonNode node) {
    var capability = node.path("capability");
    if (!node.isObject() || !capability.isString()) return Optional.empty();
    var name = capability.stringValue();
    if (name.isEmpty() || name.length() > MAX_CAPABILITY) return Optional.empty();
    var rate = node.path("rate");
    var currency = node.path("currency");
    return Optional.of(
        new Skill(
            JsonText.of(node),
            Json.wellFormed(name),
            rate.isNumber() && Double.isFinite(Json.number(rate)) ? Json.number(rate) : null,
            currency.isString() && !currency.stringValue().isEmpty()
                ? Json.wellFormed(currency.stringValue())
                : null));
  }

  /**
   * Returns the skills of a JSON list, to be registered.
   *
   * @throws IllegalArgumentException if the text is not a list of objects that each have a
   *     capability
   */
  public static List<Skill> list(String json) {
    var list = Json.readSmall(json).filter(JsonNode::isArray);
    if (list.isEmpty()) throw new IllegalArgumentException("Skills are a JSON list of objects");
    var skills = new ArrayList<Skill>();
    for (var item : list.get()) {
      skills.add(
          of(item)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "Each skill is an object with a capability of 1-"
                              + MAX_CAPABILITY
                              + " characters")));
    }
    return skills;
  }

  /** Returns the JSON text of the list, as JavaScript writes it. */
  public static String text(List<Skill> skills) {
    return "[" + String.join(",", skills.stream().map(Skill::json).toList()) + "]";
  }

  /**
   * Returns its fields as JSON text without braces, except those that the server sets in a search
   * result.
   */
  public String fields() {
    return fields(Json.read(json).orElseThrow());
  }

  static String fields(JsonNode object) {
    var fields = new JsonText(256);
    for (var field : JavaScriptKeyOrder.inOrder(object)) {
      if (!RESULT_FIELDS.contains(field.getKey())) {
        fields.raw(field.getKey(), JsonText.of(field.getValue()));
      }
    }
    return fields.fields();
  }
}
