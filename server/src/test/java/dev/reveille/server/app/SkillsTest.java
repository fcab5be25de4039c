package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Skill;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Skills that agents register and search. */
class SkillsTest extends OneServerFixture {
  private final Identity key = Identity.generate();

  /** JSON as it stands. */
  private record Raw(String json) {
    @Override
    public String toString() {
      return json;
    }
  }

  private static TestAgent register(TestAgent agent, Identity key, String skills) {
    var sig = key.sign(AuthText.skills(Skill.list(skills)));
    return agent.ask("REGISTER_SKILLS", "skills", new Raw(skills), "sig", sig);
  }

  private static JsonNode search(TestAgent agent, String query) {
    agent.ask("SEARCH_SKILLS", "query", new Raw(query));
    return agent.await("SEARCH_RESULTS");
  }

  private static List<String> capabilities(JsonNode results) {
    var found = new ArrayList<String>();
    for (var result : results.path("results")) found.add(result.path("capability").asString());
    return found;
  }

  @Test
  void skills_are_registered_told_in_discovery_and_found() {
    try (var ann = TestAgent.join(server, "ann", key);
        var bob = TestAgent.join(server, "bob")) {
      ann.soFar();
      register(ann, key, "[{\"capability\":\"code\",\"rate\":5},{\"capability\":\"review\"}]");
      var registered = ann.next("SKILLS_REGISTERED");
      assertThat(TestAgent.fields(registered))
          .containsExactly("type", "ts", "agent_id", "skills_count", "registered_at");
      assertThat(registered.path("agent_id").asString()).isEqualTo(ann.id());
      assertThat(registered.path("skills_count").asInt()).isEqualTo(2);
      var notice = bob.next("MSG");
      assertThat(TestAgent.fields(notice))
          .containsExactly("type", "ts", "from", "from_name", "to", "content");
      assertThat(notice.path("from").asString()).isEqualTo("@server");
      assertThat(notice.path("to").asString()).isEqualTo("#discovery");
      assertThat(notice.path("content").asString())
          .isEqualTo("Agent " + ann.id() + " registered 2 skill(s): code, review");
      bob.ask("JOIN", "channel", "#discovery");
      assertThat(bob.await("JOINED").path("last_seq").asInt(-1)).as("not stored").isZero();

      bob.ask(
          "SEARCH_SKILLS",
          "query",
          new Raw("{\"limit\":5,\"capability\":\"COD\"}"),
          "query_id",
          "q7");
      var results = bob.next("SEARCH_RESULTS");
      assertThat(TestAgent.fields(results))
          .containsExactly("type", "ts", "query_id", "query", "results", "total");
      assertThat(results.path("query_id").asString()).isEqualTo("q7");
      assertThat(results.path("query").toString())
          .isEqualTo("{\"limit\":5,\"capability\":\"COD\"}");
      assertThat(results.path("total").asInt()).isEqualTo(1);
      assertThat(results.path("results").get(0).toString())
          .isEqualTo(
              "{\"agent_id\":\""
                  + ann.id()
                  + "\",\"capability\":\"code\",\"rate\":5,\"registered_at\":"
                  + registered.path("registered_at")
                  + ",\"agent_rating\":null,\"agent_transactions\":0,\"skill_rating\":null"
                  + ",\"skill_transactions\":0,\"skill_updated\":null}");
    }
  }

  @Test
  void the_skills_of_one_agent_are_found_whoever_else_offers_something() {
    var other = Identity.generate();
    try (var ann = TestAgent.join(server, "ann", key);
        var bob = TestAgent.join(server, "bob", other)) {
      register(ann, key, "[{\"capability\":\"code\"},{\"capability\":\"review\"}]");
      ann.await("SKILLS_REGISTERED");
      register(bob, other, "[{\"capability\":\"code\"}]");
      bob.await("SKILLS_REGISTERED");
      var query = "{\"agent_id\":\"" + ann.id() + "\"";
      assertThat(capabilities(search(bob, query + "}"))).containsExactly("code", "review");
      assertThat(capabilities(search(bob, query + ",\"capability\":\"rev\"}")))
          .containsExactly("review");
      assertThat(capabilities(search(bob, "{\"agent_id\":\"@nobody00\"}"))).isEmpty();
      bob.ask("SEARCH_SKILLS", "query", new Raw("{\"agent_id\":7}"));
      assertThat(bob.await("ERROR").path("code").asString()).isEqualTo("INVALID_MSG");
    }
  }

  @Test
  void filters_count_only_where_the_skill_says_something() {
    try (var ann = TestAgent.join(server, "ann", key)) {
      register(
              ann,
              key,
              "[{\"capability\":\"Cheap\",\"rate\":1,\"currency\":\"EUR\"},"
                  + "{\"capability\":\"dear\",\"rate\":100.5,\"currency\":\"eur\"},"
                  + "{\"capability\":\"free\"},"
                  + "{\"capability\":\"odd\",\"rate\":\"ask\",\"currency\":7},"
                  + "{\"capability\":\"ÉTÉ\",\"currency\":\"SAT\"}]")
          .await("SKILLS_REGISTERED");
      assertThat(capabilities(search(ann, "{}")))
          .containsExactly("Cheap", "dear", "free", "odd", "ÉTÉ");
      assertThat(capabilities(search(ann, "{\"capability\":\"cHEA\"}"))).containsExactly("Cheap");
      assertThat(capabilities(search(ann, "{\"capability\":\"été\"}"))).containsExactly("ÉTÉ");
      assertThat(capabilities(search(ann, "{\"capability\":\"%\"}"))).isEmpty();
      assertThat(capabilities(search(ann, "{\"max_rate\":100.5}")))
          .containsExactly("Cheap", "dear", "free", "odd", "ÉTÉ");
      assertThat(capabilities(search(ann, "{\"max_rate\":1}")))
          .containsExactly("Cheap", "free", "odd", "ÉTÉ");
      assertThat(capabilities(search(ann, "{\"max_rate\":0}")))
          .containsExactly("free", "odd", "ÉTÉ");
      assertThat(capabilities(search(ann, "{\"currency\":\"Eur\"}")))
          .containsExactly("Cheap", "dear", "free", "odd");
      assertThat(capabilities(search(ann, "{\"currency\":\"eur\",\"max_rate\":5}")))
          .containsExactly("Cheap", "free", "odd");
      var one = search(ann, "{\"limit\":1}");
      assertThat(capabilities(one)).containsExactly("Cheap");
      assertThat(one.path("total").asInt()).as("before the limit").isEqualTo(5);
      assertThat(one.path("query_id").isNull()).isTrue();
    }
  }

  @Test
  void a_new_list_replaces_the_old_and_the_latest_registration_comes_first() {
    var other = Identity.generate();
    try (var ann = TestAgent.join(server, "ann", key);
        var bob = TestAgent.join(server, "bob", other)) {
      register(ann, key, "[{\"capability\":\"a1\"},{\"capability\":\"a2\"}]")
          .await("SKILLS_REGISTERED");
      register(bob, other, "[{\"capability\":\"b\"}]").await("SKILLS_REGISTERED");
      assertThat(capabilities(search(ann, "{}"))).containsExactly("b", "a1", "a2");
      register(ann, key, "[{\"capability\":\"a3\"}]").await("SKILLS_REGISTERED");
      assertThat(capabilities(search(ann, "{}"))).containsExactly("a3", "b");
    }
  }

  @Test
  void skills_stay_listed_when_their_agent_is_gone_and_after_a_restart() {
    try (var ann = TestAgent.join(server, "ann", key)) {
      register(ann, key, "[{\"x\":[1.50,\"\\ud800\"],\"capability\":\"code\",\"1\":{}}]")
          .await("SKILLS_REGISTERED");
    }
    String before;
    try (var bob = TestAgent.join(server, "bob")) {
      before = search(bob, "{}").path("results").toString();
    }
    server.close();
    server = ServerFixture.start(folder);
    try (var bob = TestAgent.join(server, "bob")) {
      var results = search(bob, "{}").path("results");
      assertThat(results.toString()).isEqualTo(before).contains("@" + key.agentId());
      assertThat(results.get(0).path("x").get(0).doubleValue()).isEqualTo(1.5);
    }
  }

  @Test
  void no_key_no_right_signature_no_registration() {
    try (var ann = TestAgent.join(server, "ann", key);
        var bob = TestAgent.join(server, "bob")) {
      register(bob, key, "[{\"capability\":\"c\"}]");
      assertThat(bob.error()).isEqualTo("SIGNATURE_REQUIRED");
      register(ann, Identity.generate(), "[{\"capability\":\"c\"}]");
      assertThat(ann.error()).isEqualTo("VERIFICATION_FAILED");
      var sig = key.sign(AuthText.skills(Skill.list("[{\"capability\":\"c\"}]")));
      ann.ask("REGISTER_SKILLS", "skills", new Raw("[{\"capability\":\"d\"}]"), "sig", sig);
      assertThat(ann.error()).isEqualTo("VERIFICATION_FAILED");
      ann.ask("REGISTER_SKILLS", "skills", new Raw("[{\"capability\":\"d\"}]"), "sig", true);
      assertThat(ann.error()).isEqualTo("VERIFICATION_FAILED");
      assertThat(search(bob, "{}").path("total").asInt(-1)).isZero();
    }
  }

  @Test
  void who_may_only_read_registers_nothing() {
    server.close();
    server = ServerFixture.start(folder, "LURK_MINUTES", "60");
    try (var ann = TestAgent.join(server, "ann", key)) {
      register(ann, key, "[{\"capability\":\"c\"}]");
      assertThat(ann.error()).isEqualTo("LURK_MODE");
      assertThat(search(ann, "{}").path("total").asInt(-1)).isZero();
    }
  }

  @Test
  void a_skill_cannot_pretend_to_be_anothers_or_to_be_rated() {
    try (var ann = TestAgent.join(server, "ann", key)) {
      register(
              ann,
              key,
              "[{\"agent_id\":\"@victim\",\"capability\":\"c\",\"skill_rating\":9999,"
                  + "\"registered_at\":1,\"agent_rating\":9999}]")
          .await("SKILLS_REGISTERED");
      var result = search(ann, "{}").path("results").get(0);
      assertThat(result.path("agent_id").asString()).isEqualTo(ann.id());
      assertThat(result.path("skill_rating").isNull()).isTrue();
      assertThat(result.path("agent_rating").isNull()).isTrue();
      assertThat(result.path("registered_at").asLong()).isGreaterThan(1);
      assertThat(result.toString()).doesNotContain("victim").doesNotContain("9999");
    }
  }

  @Test
  void the_notice_is_one_brief_line_whatever_the_skills_are_called() {
    try (var ann = TestAgent.join(server, "ann", key)) {
      ann.soFar();
      var names = new ArrayList<String>();
      names.add("{\"capability\":\"one\\n\\u2028two\\u0000\"}");
      names.add("{\"capability\":\"" + "😀".repeat(100) + "\"}");
      for (int i = 0; i < 20; i++) names.add("{\"capability\":\"n" + i + "\"}");
      register(ann, key, "[" + String.join(",", names) + "]").await("SKILLS_REGISTERED");
      var text = ann.await("MSG").path("content").asString();
      assertThat(text)
          .startsWith("Agent " + ann.id() + " registered 22 skill(s): one  two , 😀")
          .endsWith("n7, …")
          .hasSizeLessThan(400);
    }
  }

  @Test
  void results_are_bounded_however_many_fit() {
    var filler = "x".repeat(60_000);
    try (var reader = TestAgent.join(server, "reader")) {
      for (int i = 0; i < 20; i++) {
        var identity = Identity.generate();
        try (var agent = TestAgent.join(server, "a" + i, identity)) {
          register(agent, identity, "[{\"capability\":\"c\",\"x\":\"" + filler + "\"}]")
              .await("SKILLS_REGISTERED");
        }
      }
      var results = search(reader, "{\"limit\":100}");
      assertThat(results.path("total").asInt()).isEqualTo(20);
      assertThat(results.path("results").size()).isEqualTo((1 << 20) / 60_020);
    }
  }

  @Test
  void before_identification_it_is_refused() {
    try (var nobody = TestAgent.connect(server)) {
      nobody.ask("SEARCH_SKILLS", "query", new Raw("{}"));
      assertThat(nobody.error()).isEqualTo("AUTH_REQUIRED");
      register(nobody, key, "[{\"capability\":\"c\"}]");
      assertThat(nobody.error()).isEqualTo("AUTH_REQUIRED");
    }
  }
}
