package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** FILE_CHUNK, from agent to agent. */
class FilePartTest extends OneServerFixture {
  private static final String SECRET = "sk-ant-0123456789abcdefghij0123456789";

  private static TestAgent chunk(TestAgent from, String to, String content) {
    return from.ask("FILE_CHUNK", "to", to, "content", content);
  }

  @Test
  void a_chunk_reaches_its_target_as_it_is_and_nobody_else() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob");
        var cat = TestAgent.join(server, "cat")) {
      ann.soFar();
      bob.soFar();
      assertThat(chunk(ann, bob.id(), SECRET).soFar()).as("no echo").isEmpty();
      var got = bob.next("FILE_CHUNK");
      assertThat(TestAgent.fields(got)).containsExactly("type", "ts", "from", "to", "content");
      assertThat(got.path("from").asString()).isEqualTo(ann.id());
      assertThat(got.path("to").asString()).isEqualTo(bob.id());
      assertThat(got.path("content").asString()).as("not redacted").isEqualTo(SECRET);
      assertThat(cat.soFar()).isEmpty();
    }
  }

  @Test
  void a_name_that_one_agent_has_will_do_and_becomes_its_id() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.soFar();
      chunk(ann, "@bob", "x");
      assertThat(bob.next("FILE_CHUNK").path("to").asString()).isEqualTo(bob.id());
      try (var twin = TestAgent.join(server, "bob")) {
        var error = refusal(ann, "@bob");
        assertThat(error.path("code").asString()).isEqualTo("AGENT_NOT_FOUND");
        assertThat(error.path("message").asString()).contains("2 agents");
        assertThat(twin.soFar("FILE_CHUNK")).isEmpty();
      }
    }
  }

  /** Asks again as long as it is too early: the spacing is real time, spent in round trips. */
  private static JsonNode refusal(TestAgent from, String to) {
    while (true) {
      var error = chunk(from, to, "x").await("ERROR");
      if (!error.path("code").asString("").equals("RATE_LIMITED")) return error;
    }
  }

  @Test
  void who_is_not_there_gets_nothing_also_not_later_nor_another_of_that_name() {
    var key = Identity.generate();
    try (var ann = TestAgent.join(server, "ann")) {
      chunk(ann, "@nobody", "x");
      assertThat(ann.error()).isEqualTo("AGENT_NOT_FOUND");
    }
    TestAgent.join(server, "bob", key).close();
    try (var ann = TestAgent.join(server, "ann");
        var thief = TestAgent.join(server, "thief")) {
      chunk(ann, "@" + key.agentId(), "private");
      assertThat(ann.error()).isEqualTo("AGENT_NOT_FOUND");
      assertThat(thief.soFar("FILE_CHUNK")).isEmpty();
    }
    try (var bob = TestAgent.join(server, "bob", key)) {
      assertThat(bob.soFar("FILE_CHUNK")).as("not kept").isEmpty();
    }
  }

  @Test
  void chunks_that_follow_too_fast_are_refused() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.soFar();
      for (int i = 0; i < 5; i++) chunk(ann, bob.id(), "c" + i);
      var answers = ann.soFar();
      assertThat(answers).isNotEmpty();
      assertThat(answers)
          .allSatisfy(m -> assertThat(m.path("code").asString()).isEqualTo("RATE_LIMITED"));
      var got = bob.soFar("FILE_CHUNK");
      assertThat(got.getFirst().path("content").asString()).isEqualTo("c0");
      assertThat(got).hasSize(5 - answers.size());
    }
  }

  @Test
  void the_longest_chunk_passes() {
    var content = "x".repeat(2_097_152 - 200);
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      chunk(ann, bob.id(), content);
      assertThat(bob.await("FILE_CHUNK").path("content").asString().equals(content)).isTrue();
      ann.say("#general", "and on").awaitContent("and on");
    }
  }

  @Test
  void before_identification_while_lurking_or_too_young_it_is_refused() {
    try (var nobody = TestAgent.connect(server)) {
      chunk(nobody, "@a", "x");
      assertThat(nobody.error()).isEqualTo("AUTH_REQUIRED");
    }
    server.close();
    server = ServerFixture.start(folder, "LURK_MINUTES", "60");
    try (var ann = TestAgent.join(server, "ann")) {
      chunk(ann, ann.id(), "x");
      assertThat(ann.error()).isEqualTo("LURK_MODE");
    }
    server.close();
    server = ServerFixture.start(folder, "DM_AGE_GATE_MS", "3600000");
    try (var ann = TestAgent.join(server, "ann")) {
      chunk(ann, ann.id(), "x");
      assertThat(ann.error()).isEqualTo("DM_AGE_GATE");
    }
  }
}
