package dev.reveille.protocol;

import dev.reveille.protocol.ClientMessages.Refused;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** REGISTER_SKILLS, SEARCH_SKILLS and their answers, read and written. */
final class SkillMessages {
  private SkillMessages() {}

  static ClientMessage register(JsonNode m) throws Refused {
    var list = m.path("skills");
    if (!list.isArray() || list.isEmpty() || list.size() > Skill.MAX_COUNT) {
      throw new Refused("Invalid skills: a list of 1-" + Skill.MAX_COUNT);
    }
    var skills = new ArrayList<Skill>();
    for (var item : list) {
      var skill = Skill.of(item);
      if (skill.isEmpty()) {
        throw new Refused(
            "Invalid skill: an object with a capability of 1-"
                + Skill.MAX_CAPABILITY
                + " characters");
      }
      skills.add(skill.get());
    }
    if (Skill.text(skills).length() > Skill.MAX_TEXT) {
      throw new Refused("Skills too long: at most " + Skill.MAX_TEXT + " characters of JSON");
    }
    return new ClientMessage.RegisterSkills(skills, ClientMessages.sig(m));
  }

  static ClientMessage search(JsonNode m) throws Refused {
    var query = m.path("query");
    if (!query.isObject()) throw new Refused("Invalid query: an object");
    var json = JsonText.of(query);
    if (json.length() > ClientMessages.MAX_EXTRA) {
      throw new Refused("Invalid query: at most " + ClientMessages.MAX_EXTRA + " characters");
    }
    return new ClientMessage.SearchSkills(
        new SkillQuery(
            json,
            word(query, "capability"),
            rate(query.path("max_rate")),
            word(query, "currency"),
            limit(query.path("limit")),
            word(query, "agent_id")),
        ClientMessages.relayed(m, "query_id"));
  }

  private static @Nullable String word(JsonNode query, String field) throws Refused {
    var value = query.path(field);
    if (!Json.truthy(value)) return null;
    if (!value.isString()) throw new Refused("Invalid " + field + ": a string");
    return Json.wellFormed(value.stringValue());
  }

  private static @Nullable Double rate(JsonNode value) throws Refused {
    if (value.isMissingNode() || value.isNull()) return null;
    if (!value.isNumber()) throw new Refused("Invalid max_rate: a number");
    double rate = Json.number(value);
    // Beyond all doubles every rate is below it, or none is.
    return Double.isInfinite(rate) ? Math.copySign(Double.MAX_VALUE, rate) : rate;
  }

  /** More than the most means the most; 0 means the usual, as in JavaScript. */
  private static int limit(JsonNode value) throws Refused {
    if (!Json.truthy(value)) return SkillQuery.DEFAULT_LIMIT;
    double limit = value.isNumber() ? Json.number(value) : -1;
    if (limit < 1 || limit != Math.rint(limit)) {
      throw new Refused("Invalid limit: a whole number from 1 to " + SkillQuery.MAX_LIMIT);
    }
    return (int) Math.min(limit, SkillQuery.MAX_LIMIT);
  }

  static String write(ClientMessage.RegisterSkills m) {
    return new JsonText()
        .field("type", "REGISTER_SKILLS")
        .raw("skills", Skill.text(m.skills()))
        .field("sig", m.sig())
        .text();
  }

  static String write(ClientMessage.SearchSkills m) {
    var json = new JsonText().field("type", "SEARCH_SKILLS").raw("query", m.query().json());
    return (m.queryId() == null ? json : json.raw("query_id", m.queryId())).text();
  }

  /** Nobody rates anybody here, so the ratings that clients look for say nothing. */
  static byte[] write(ServerMessage.SearchResults found, JsonText json) {
    return json.raw("query_id", found.queryId() == null ? "null" : found.queryId())
        .raw("query", found.query())
        .rawList("results", found.results().stream().map(SkillMessages::result).toList())
        .field("total", found.total())
        .bytes();
  }

  private static byte[] result(ServerMessage.FoundSkill skill) {
    return new JsonText(skill.fields().length() + 256)
        .field("agent_id", skill.agentId())
        .rawFields(skill.fields())
        .field("registered_at", skill.registeredAt())
        .raw("agent_rating", "null")
        .field("agent_transactions", 0)
        .raw("skill_rating", "null")
        .field("skill_transactions", 0)
        .raw("skill_updated", "null")
        .bytes();
  }

  static ServerMessage results(JsonNode m) {
    var results = new ArrayList<ServerMessage.FoundSkill>();
    for (var r : m.path("results")) {
      results.add(
          new ServerMessage.FoundSkill(
              r.path("agent_id").asString(""), Skill.fields(r), r.path("registered_at").asLong(0)));
    }
    var id = m.path("query_id");
    return new ServerMessage.SearchResults(
        id.isMissingNode() || id.isNull() ? null : JsonText.of(id),
        m.path("query").isMissingNode() ? "{}" : JsonText.of(m.path("query")),
        results,
        m.path("total").asInt(0));
  }
}
