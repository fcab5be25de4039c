package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Orders of administrators over real sockets, before and after identification. */
class AdministrationTest {
  private static final String KEY = "4c1f9b27e0d85a6397be12f08d64ca35";

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @BeforeEach
  void start() {
    server = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", KEY);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private TestAgent order(TestAgent from, String type, Object... fields) {
    var all = new Object[fields.length + 2];
    all[0] = "admin_key";
    all[1] = KEY;
    System.arraycopy(fields, 0, all, 2, fields.length);
    return from.ask(type, all);
  }

  /** The result of an order, without its time. */
  private static String result(TestAgent agent) {
    return untimed(agent.await("ADMIN_RESULT"));
  }

  private static String untimed(JsonNode message) {
    return message.toString().replaceFirst("\"ts\":[0-9]+,", "");
  }

  @Test
  void a_kick_ends_the_session_in_order_and_the_agent_may_come_back() {
    var identity = Identity.generate();
    try (var admin = TestAgent.connect(server);
        var bob = TestAgent.join(server, "bob", identity);
        var eve = TestAgent.join(server, "eve")) {
      order(admin, "ADMIN_KICK", "agent_id", bob.id(), "reason", "too loud");
      assertThat(result(admin))
          .isEqualTo(
              "{\"type\":\"ADMIN_RESULT\",\"action\":\"kick\",\"success\":true,\"agentId\":\""
                  + bob.id()
                  + "\"}");
      assertThat(untimed(bob.await("KICKED")))
          .isEqualTo("{\"type\":\"KICKED\",\"reason\":\"too loud\"}");
      assertThat(bob.closeCode()).isEqualTo(1000);
      assertThat(eve.await("AGENT_LEFT").path("agent").asString()).isEqualTo(bob.id());
      eve.awaitContent("bob went offline");
      TestAgent.join(server, "bob", identity).close();
    }
  }

  @Test
  void an_id_without_its_mark_and_no_reason_will_do() {
    try (var admin = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      order(admin, "ADMIN_KICK", "agent_id", bob.id().substring(1));
      assertThat(result(admin)).contains("\"agentId\":\"" + bob.id() + "\"");
      assertThat(bob.await("KICKED").path("reason").asString()).isEqualTo("Kicked by admin");
    }
  }

  @Test
  void nobody_who_is_not_there_can_be_kicked_or_verified_or_unbanned() {
    try (var admin = TestAgent.connect(server)) {
      order(admin, "ADMIN_KICK", "agent_id", "@nobody");
      assertThat(admin.error()).isEqualTo("AGENT_NOT_FOUND");
      order(admin, "ADMIN_VERIFY", "agent_id", "@nobody", "verified", true);
      assertThat(admin.error()).isEqualTo("AGENT_NOT_FOUND");
      order(admin, "ADMIN_UNBAN", "agent_id", "@nobody");
      assertThat(admin.error()).isEqualTo("AGENT_NOT_FOUND");
    }
  }

  @Test
  void a_banned_agent_is_put_out_and_refused_after_its_signature_until_it_is_unbanned() {
    var identity = Identity.generate();
    var id = "@" + identity.agentId();
    try (var admin = TestAgent.connect(server);
        var bob = TestAgent.join(server, "bob", identity)) {
      order(admin, "ADMIN_BAN", "agent_id", id, "reason", "spam");
      assertThat(result(admin))
          .isEqualTo(
              "{\"type\":\"ADMIN_RESULT\",\"action\":\"ban\",\"success\":true,\"agentId\":\""
                  + id
                  + "\"}");
      assertThat(untimed(bob.await("BANNED")))
          .isEqualTo("{\"type\":\"BANNED\",\"reason\":\"spam\"}");
      assertThat(bob.closeCode()).isEqualTo(1000);
      try (var again = TestAgent.connect(server)) {
        again.identify("bob", identity);
        var error = again.await("ERROR");
        assertThat(error.path("code").asString()).isEqualTo("BANNED");
        assertThat(error.path("message").asString()).contains("spam");
        assertThat(again.closeCode()).isEqualTo(1000);
      }
      order(admin, "ADMIN_UNBAN", "agent_id", id);
      assertThat(result(admin)).contains("\"action\":\"unban\",\"success\":true,\"agentId\"");
      TestAgent.join(server, "bob", identity).close();
    }
  }

  @Test
  void a_ban_of_an_agent_that_is_away_waits_for_it() {
    var identity = Identity.generate();
    try (var admin = TestAgent.connect(server)) {
      order(admin, "ADMIN_BAN", "agent_id", identity.agentId());
      result(admin);
    }
    try (var bob = TestAgent.connect(server)) {
      bob.identify("bob", identity);
      assertThat(bob.error()).isEqualTo("BANNED");
    }
  }

  @Test
  void a_second_body_that_waits_to_take_over_is_refused_when_its_agent_is_banned_meanwhile() {
    server.close();
    server = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", KEY, "TAKEOVER_WAIT_MS", "300");
    var identity = Identity.generate();
    try (var admin = TestAgent.connect(server);
        var first = TestAgent.join(server, "bob", identity);
        var second = TestAgent.connect(server)) {
      second.identify("bob", identity);
      second.soFar();
      order(admin, "ADMIN_BAN", "agent_id", identity.agentId());
      result(admin);
      assertThat(first.closeCode()).isEqualTo(1000);
      assertThat(second.error()).isEqualTo("BANNED");
      assertThat(second.closeCode()).isEqualTo(1000);
    }
  }

  @Test
  void the_message_of_the_day_reaches_every_connection_and_all_who_come_later() {
    try (var admin = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob");
        var stranger = TestAgent.connect(server)) {
      stranger.soFar();
      order(admin, "ADMIN_MOTD", "motd", "tea at four");
      assertThat(untimed(admin.await("MOTD_UPDATE")))
          .isEqualTo("{\"type\":\"MOTD_UPDATE\",\"motd\":\"tea at four\"}");
      assertThat(result(admin))
          .isEqualTo(
              "{\"type\":\"ADMIN_RESULT\",\"action\":\"motd\",\"success\":true,"
                  + "\"motd\":\"tea at four\",\"kicked\":false}");
      assertThat(bob.await("MOTD_UPDATE").path("motd").asString()).isEqualTo("tea at four");
      assertThat(stranger.await("MOTD_UPDATE").path("motd").asString()).isEqualTo("tea at four");
      stranger.ask("IDENTIFY", "name", "cat");
      assertThat(stranger.await("WELCOME").path("motd").asString()).isEqualTo("tea at four");

      order(admin, "ADMIN_MOTD");
      assertThat(bob.await("MOTD_UPDATE").path("motd").isNull()).isTrue();
      try (var late = TestAgent.connect(server)) {
        late.ask("IDENTIFY", "name", "dan");
        assertThat(late.await("WELCOME").has("motd")).isFalse();
      }
    }
  }

  @Test
  void a_message_of_the_day_with_kick_closes_all_others_with_1001() {
    try (var admin = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob");
        var stranger = TestAgent.connect(server)) {
      stranger.soFar();
      order(admin, "ADMIN_MOTD", "motd", "upgrade", "kick", 1);
      assertThat(result(admin)).contains("\"kicked\":true");
      bob.await("MOTD_UPDATE");
      assertThat(bob.closeCode()).isEqualTo(1001);
      assertThat(stranger.closeCode()).isEqualTo(1001);
      admin.awaitContent("bob went offline");
      admin.soFar();
    }
  }

  @Test
  void a_verified_agent_is_seen_as_such_until_its_session_ends() {
    var identity = Identity.generate();
    try (var admin = TestAgent.join(server, "ann")) {
      try (var bob = TestAgent.join(server, "bob", identity)) {
        order(admin, "ADMIN_VERIFY", "agent_id", bob.id(), "verified", true);
        assertThat(result(admin))
            .isEqualTo(
                "{\"type\":\"ADMIN_RESULT\",\"action\":\"verify\",\"success\":true,\"agentId\":\""
                    + bob.id()
                    + "\",\"verified\":true}");
        var told = bob.await("ADMIN_RESULT");
        assertThat(TestAgent.fields(told))
            .containsExactly("type", "ts", "action", "success", "verified", "note");
        assertThat(told.path("verified").asBoolean()).isTrue();
        bob.say("#general", "hello");
        assertThat(admin.awaitContent("hello").path("verified").asBoolean()).isTrue();
        admin.ask("JOIN", "channel", "#general");
        assertThat(admin.await("JOINED").path("agents").toString())
            .contains("\"id\":\"" + bob.id() + "\",\"name\":\"bob\",\"verified\":true");
        admin.ask("LIST_AGENTS", "channel", "#general");
        assertThat(admin.await("AGENTS").path("list").toString()).contains("\"verified\":true");

        order(admin, "ADMIN_VERIFY", "agent_id", bob.id(), "verified", false);
        bob.await("ADMIN_RESULT");
        bob.say("#general", "again");
        assertThat(admin.awaitContent("again").path("verified").asBoolean()).isFalse();
        order(admin, "ADMIN_VERIFY", "agent_id", bob.id(), "verified", true);
        bob.await("ADMIN_RESULT");
        bob.finish();
      }
      try (var back = TestAgent.connect(server)) {
        back.identify("bob", identity);
        assertThat(back.await("WELCOME").path("verified").asBoolean(true)).isFalse();
      }
    }
  }

  @Test
  void the_allowlist_cannot_be_used_while_it_is_not_enabled() {
    try (var admin = TestAgent.connect(server)) {
      order(admin, "ADMIN_APPROVE", "pubkey", "some key");
      assertThat(admin.error()).isEqualTo("INVALID_MSG");
      order(admin, "ADMIN_REVOKE", "agent_id", "ann");
      assertThat(admin.error()).isEqualTo("INVALID_MSG");
      order(admin, "ADMIN_LIST");
      assertThat(admin.error()).isEqualTo("INVALID_MSG");
    }
  }

  @Test
  void answers_leave_in_the_order_of_the_requests_before_and_after_identification() {
    try (var admin = TestAgent.connect(server)) {
      for (int round = 0; round < 2; round++) {
        order(admin, "ADMIN_BAN", "agent_id", "x" + round);
        admin.ask("PING");
        admin.ask("LIST_CHANNELS");
        order(admin, "ADMIN_UNBAN", "agent_id", "x" + round);
        admin.send("nonsense");
        order(admin, "ADMIN_KICK", "agent_id", "nobody");
        admin.ask("PING");
        admin.next("ADMIN_RESULT");
        admin.next("PONG");
        admin.next("CHANNELS");
        assertThat(admin.next("ADMIN_RESULT").path("action").asString()).isEqualTo("unban");
        assertThat(admin.next("ERROR").path("code").asString()).isEqualTo("INVALID_MSG");
        assertThat(admin.next("ERROR").path("code").asString()).isEqualTo("AGENT_NOT_FOUND");
        admin.next("PONG");
        if (round == 0) {
          admin.ask("IDENTIFY", "name", "ann");
          admin.welcomed();
        }
      }
    }
  }

  @Test
  void an_administrator_can_kick_itself() {
    try (var admin = TestAgent.join(server, "ann")) {
      order(admin, "ADMIN_KICK", "agent_id", admin.id());
      admin.await("ADMIN_RESULT");
      admin.await("KICKED");
      assertThat(admin.closeCode()).isEqualTo(1000);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'ADMIN_APPROVE','pubkey':'p','admin_key':'wrong'}",
        "{'type':'ADMIN_REVOKE','agent_id':'p','admin_key':'wrong'}",
        "{'type':'ADMIN_LIST','admin_key':'wrong'}",
        "{'type':'ADMIN_KICK','agent_id':'p','admin_key':'wrong'}",
        "{'type':'ADMIN_BAN','agent_id':'p','admin_key':'wrong'}",
        "{'type':'ADMIN_UNBAN','agent_id':'p','admin_key':'wrong'}",
        "{'type':'ADMIN_MOTD','motd':'p','admin_key':'wrong'}",
        "{'type':'ADMIN_VERIFY','agent_id':'p','verified':true,'admin_key':'wrong'}"
      })
  void a_wrong_key_is_refused_before_and_after_identification(String json) {
    try (var agent = TestAgent.connect(server)) {
      agent.send(json.replace('\'', '"'));
      assertThat(agent.error()).isEqualTo("AUTH_REQUIRED");
      agent.ask("IDENTIFY", "name", "ann");
      agent.welcomed();
      agent.send(json.replace('\'', '"'));
      assertThat(agent.error()).isEqualTo("AUTH_REQUIRED");
      assertThat(agent.soFar("MOTD_UPDATE")).isEmpty();
    }
  }

  @Test
  void the_key_does_not_pass_through_the_chat() {
    try (var ann = TestAgent.join(server, "ann")) {
      ann.say("#general", "psst " + KEY);
      assertThat(ann.await("MSG").path("content").asString())
          .isEqualTo("psst [REDACTED:env:AGENTCHAT_ADMIN_KEY]");
    }
  }

  @Test
  void a_guess_of_a_key_that_can_be_guessed_is_not_told_from_any_other_text(@TempDir Path other) {
    var guesses = "is it sesame-2024 or hunter2-hunter2 or swordfish-99 ?";
    try (var house =
            ServerFixture.start(
                other,
                "AGENTCHAT_ADMIN_KEY",
                "sesame-2024",
                "ALLOWLIST_ADMIN_KEY",
                "hunter2-hunter2",
                "DASHBOARD_VIEWER_TOKEN",
                "swordfish-99");
        var ann = TestAgent.join(house, "ann");
        var bob = TestAgent.join(house, "bob")) {
      ann.say("#general", guesses + " @@cb:0.01s@@" + guesses);
      assertThat(ann.await(m -> TestAgent.content(m).startsWith(guesses)).toString())
          .doesNotContain("REDACTED");
      assertThat(bob.await(m -> TestAgent.content(m).contains("sesame")).toString())
          .doesNotContain("REDACTED");
      assertThat(ann.await(m -> TestAgent.content(m).contains("sesame")).toString())
          .doesNotContain("REDACTED");
    }
  }

  @Test
  void when_a_ban_is_answered_its_file_says_so() throws IOException {
    var file = folder.resolve("bans.json");
    try (var admin = TestAgent.connect(server)) {
      for (int i = 0; i < 10; i++) {
        var agent = "@%016x".formatted(i);
        order(admin, "ADMIN_BAN", "agent_id", agent);
        result(admin);
        assertThat(Files.readString(file)).contains(agent.substring(1));
        order(admin, "ADMIN_UNBAN", "agent_id", agent);
        result(admin);
        assertThat(Files.readString(file)).doesNotContain(agent.substring(1));
      }
    }
  }
}
