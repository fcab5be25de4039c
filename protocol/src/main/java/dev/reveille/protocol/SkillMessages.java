package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The JSON of the messages about skills and the search for them. */
final class SkillMessages {
  static final ClientType<ClientMessage.RegisterSkills> REGISTER_SKILLS =
      new ClientType<>(
          "REGISTER_SKILLS",
          Scope.SEND,
          ClientMessage.RegisterSkills.class,
          SkillMessages::register,
          (m, json) -> json.raw("skills", Skill.text(m.skills())).field("sig", m.sig()));

  static final ClientType<ClientMessage.SearchSkills> SEARCH_SKILLS =
      new ClientType<>(
          "SEARCH_SKILLS",
          Scope.OBSERVE,
          ClientMessage.SearchSkills.class,
          SkillMessages::search,
          (m, json) -> {
            json.raw("query", m.query().json());
            if (m.queryId() != null) json.raw("query_id", m.queryId());
          });

  static final ServerType<ServerMessage.SkillsRegistered> SKILLS_REGISTERED =
      new ServerType<>(
              "SKILLS_REGISTERED",
              ServerMessage.SkillsRegistered.class,
              f ->
                  new ServerMessage.SkillsRegistered(
                      f.text("agent_id"), f.count("skills_count"), f.number("registered_at")),
              (m, json) ->
                  json.field("agent_id", m.agentId())
                      .field("skills_count", m.skillsCount())
                      .field("registered_at", m.registeredAt()))
          .answering(ClientMessage.RegisterSkills.class);

  static final ServerType<ServerMessage.SearchResults> SEARCH_RESULTS =
      new ServerType<>(
              "SEARCH_RESULTS",
              ServerMessage.SearchResults.class,
              SkillMessages::results,
              (m, json) ->
                  json.raw("query_id", m.queryId() == null ? "null" : m.queryId())
                      .raw("query", m.query())
                      .rawList("results", m.results().stream().map(SkillMessages::json).toList())
                      .field("total", m.total()))
          .answering(
              ClientMessage.SearchSkills.class,
              (q, found) -> Objects.equals(q.queryId(), found.queryId()));

  /** The types of this file. */
  static final MessageTypes TYPES =
      new MessageTypes(
          List.of(REGISTER_SKILLS, SEARCH_SKILLS), List.of(SKILLS_REGISTERED, SEARCH_RESULTS));

  private SkillMessages() {}

  private static ClientMessage.RegisterSkills register(Fields f) throws InvalidMessage {
    var list = f.value("skills");
    if (!list.isArray() || list.isEmpty() || list.size() > Skill.MAX_COUNT) {
      throw new InvalidMessage("Invalid skills: a list of 1-" + Skill.MAX_COUNT);
    }
    var skills = new ArrayList<Skill>();
    for (var item : list) {
      var skill = Skill.of(item);
      if (skill.isEmpty()) {
        throw new InvalidMessage(
            "Invalid skill: an object with a capability of 1-"
                + Skill.MAX_CAPABILITY
                + " characters");
      }
      skills.add(skill.get());
    }
    if (Skill.text(skills).length() > Skill.MAX_TEXT) {
      throw new InvalidMessage(
          "Skills too long: at most " + Skill.MAX_TEXT + " characters of JSON");
    }
    return new ClientMessage.RegisterSkills(skills, f.sig());
  }

  private static ClientMessage.SearchSkills search(Fields f) throws InvalidMessage {
    var query = f.value("query");
    if (!query.isObject()) throw new InvalidMessage("Invalid query: an object");
    var json = JsonText.of(query);
    if (json.length() > ClientMessages.MAX_EXTRA) {
      throw new InvalidMessage(
          "Invalid query: at most " + ClientMessages.MAX_EXTRA + " characters");
    }
    return new ClientMessage.SearchSkills(
        new SkillQuery(
            json,
            word(query, "capability"),
            rate(query.path("max_rate")),
            word(query, "currency"),
            limit(query.path("limit")),
            word(query, "agent_id")),
        f.relayed("query_id"));
  }

  private static @Nullable String word(JsonNode query, String field) throws InvalidMessage {
    var value = query.path(field);
    if (!Json.truthy(value)) return null;
    if (!value.isString()) throw new InvalidMessage("Invalid " + field + ": a string");
    return Json.wellFormed(value.stringValue());
  }

  private static @Nullable Double rate(JsonNode value) throws InvalidMessage {
    if (value.isMissingNode() || value.isNull()) return null;
    if (!value.isNumber()) throw new InvalidMessage("Invalid max_rate: a number");
    double rate = Json.number(value);
    // For a rate that no double can hold: either every rate is below it, or none is.
    return Double.isInfinite(rate) ? Math.copySign(Double.MAX_VALUE, rate) : rate;
  }

  /**
   * Reads the limit. A value above the maximum counts as the maximum; 0 counts as the default, as
   * in JavaScript.
   */
  private static int limit(JsonNode value) throws InvalidMessage {
    if (!Json.truthy(value)) return SkillQuery.DEFAULT_LIMIT;
    double limit = value.isNumber() ? Json.number(value) : -1;
    if (limit < 1 || limit != Math.rint(limit)) {
      throw new InvalidMessage("Invalid limit: a whole number from 1 to " + SkillQuery.MAX_LIMIT);
    }
    return (int) Math.min(limit, SkillQuery.MAX_LIMIT);
  }

  /**
   * Writes a found skill. The ratings are always empty: there are no ratings here, but clients read
   * the field.
   */
  private static byte[] json(ServerMessage.FoundSkill skill) {
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

  private static ServerMessage.SearchResults results(ServerFields f) {
    var results = new ArrayList<ServerMessage.FoundSkill>();
    for (var r : f.value("results")) {
      results.add(
          new ServerMessage.FoundSkill(
              r.path("agent_id").asString(""), Skill.fields(r), r.path("registered_at").asLong(0)));
    }
    var id = f.value("query_id");
    return new ServerMessage.SearchResults(
        id.isMissingNode() || id.isNull() ? null : JsonText.of(id),
        f.has("query") ? JsonText.of(f.value("query")) : "{}",
        results,
        f.count("total"));
  }
}
