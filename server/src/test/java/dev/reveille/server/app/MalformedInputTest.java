package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is not as it must be is answered, and the connection stays. */
class MalformedInputTest {
  @TempDir static Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private static Server server;

  @SuppressWarnings("NullAway.Init")
  private static TestAgent guest;

  @SuppressWarnings("NullAway.Init")
  private static TestAgent member;

  @BeforeAll
  static void start() {
    server = ServerFixture.start(folder, "CHANNELS", ",");
    guest = TestAgent.connect(server);
    member = TestAgent.join(server, "member");
  }

  @AfterAll
  static void stop() {
    guest.close();
    member.close();
    server.close();
  }

  private static void invalid(TestAgent agent, String json, String reason) {
    var error = agent.send(json).next("ERROR");
    assertThat(TestAgent.fields(error)).containsExactly("type", "ts", "code", "message");
    assertThat(error.path("code").asString()).as(json).isEqualTo("INVALID_MSG");
    assertThat(error.path("message").asString()).as(json).contains(reason);
  }

  @Test
  void what_is_no_message_at_all_is_said_so_before_and_after_identification() {
    for (var agent : List.of(guest, member)) {
      for (var text : List.of("", "{", "nonsense", "{\"type\":\"PING\"} x", "\u0000", "[1,]")) {
        invalid(agent, text, "Invalid JSON");
      }
      invalid(agent, "[".repeat(100_000), "Invalid JSON");
      for (var text :
          List.of(
              "null",
              "5",
              "\"PING\"",
              "[]",
              "{}",
              "true",
              "{\"type\":\"\"}",
              "{\"type\":null}",
              "{\"type\":0}",
              "{\"type\":false}",
              "[{\"type\":\"PING\"}]")) {
        invalid(agent, text, "Missing message type");
      }
      for (var type :
          List.of("\"NOPE\"", "\"ping\"", "7", "{}", "[\"PING\"]", "true", "\"\\ud800\"")) {
        invalid(agent, "{\"type\":" + type + "}", "Unknown message type: ");
      }
      for (var type :
          List.of(
              "PROPOSAL",
              "ACCEPT",
              "DISPUTE",
              "ARBITER_VOTE",
              "CAPTCHA_RESPONSE",
              "ADMIN_OPEN_WINDOW")) {
        invalid(agent, "{\"type\":\"" + type + "\"}", "Unknown message type: " + type);
      }
      agent.ask("PING").next("PONG");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"MSG\"}",
        "{\"type\":\"MSG\",\"to\":\"#a\"}",
        "{\"type\":\"MSG\",\"to\":5,\"content\":\"x\"}",
        "{\"type\":\"MSG\",\"to\":null,\"content\":\"x\"}",
        "{\"type\":\"MSG\",\"to\":{},\"content\":\"x\"}",
        "{\"type\":\"MSG\",\"to\":[\"#a\"],\"content\":\"x\"}",
        "{\"type\":\"MSG\",\"to\":\"a\",\"content\":\"x\"}",
        "{\"type\":\"MSG\",\"to\":\"\",\"content\":\"x\"}",
        "{\"type\":\"MSG\",\"to\":\"#a\",\"content\":5}",
        "{\"type\":\"MSG\",\"to\":\"#a\",\"content\":null}",
        "{\"type\":\"MSG\",\"to\":\"#a\",\"content\":[\"x\"]}",
        "{\"type\":\"MSG\",\"to\":\"#a\",\"content\":\"x\",\"sig\":5}",
        "{\"type\":\"MSG\",\"to\":\"#a\",\"content\":\"x\",\"tags\":\"t\"}",
        "{\"type\":\"MSG\",\"to\":\"#a\",\"content\":\"x\",\"tags\":[5]}",
        "{\"type\":\"MSG\",\"to\":\"#a\",\"content\":\"x\",\"tags\":[\"\"]}",
        "{\"type\":\"JOIN\"}",
        "{\"type\":\"JOIN\",\"channel\":5}",
        "{\"type\":\"JOIN\",\"channel\":\"a\"}",
        "{\"type\":\"JOIN\",\"channel\":\"#\"}",
        "{\"type\":\"JOIN\",\"channel\":\"#a b\"}",
        "{\"type\":\"JOIN\",\"channel\":\"#a\\n\"}",
        "{\"type\":\"JOIN\",\"channel\":\"#aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}",
        "{\"type\":\"LEAVE\",\"channel\":{}}",
        "{\"type\":\"LIST_AGENTS\",\"channel\":[]}",
        "{\"type\":\"CREATE_CHANNEL\",\"channel\":\"##\"}",
        "{\"type\":\"INVITE\",\"channel\":\"#a\"}",
        "{\"type\":\"INVITE\",\"channel\":\"#a\",\"agent\":5}",
        "{\"type\":\"INVITE\",\"channel\":\"#a\",\"agent\":\"bob\"}",
        "{\"type\":\"TYPING\",\"channel\":7}",
        "{\"type\":\"SET_PRESENCE\"}",
        "{\"type\":\"SET_PRESENCE\",\"status\":{}}",
        "{\"type\":\"SET_NICK\",\"nick\":[]}",
        "{\"type\":\"HISTORY\",\"channel\":\"#a\",\"after\":\"1\"}",
        "{\"type\":\"HISTORY\",\"channel\":\"#a\",\"after\":1e400}",
        "{\"type\":\"IDENTIFY\"}",
        "{\"type\":\"IDENTIFY\",\"name\":{}}",
        "{\"type\":\"IDENTIFY\",\"name\":\"a\",\"pubkey\":{}}",
        "{\"type\":\"VERIFY_IDENTITY\"}",
        "{\"type\":\"VERIFY_IDENTITY\",\"challenge_id\":\"x\",\"signature\":\"y\",\"timestamp\":0}",
        "{\"type\":\"VERIFY_IDENTITY\",\"challenge_id\":\"x\",\"signature\":\"y\",\"timestamp\":\"1\"}"
      })
  void a_field_that_is_not_as_it_must_be_is_invalid(String json) {
    invalid(guest, json, "");
    invalid(member, json, "");
    guest.ask("PING").next("PONG");
    member.ask("PING").next("PONG");
  }

  @Test
  void a_deeply_nested_value_in_a_known_field_harms_nobody() {
    try (var ann = TestAgent.join(server, "ann")) {
      var deep = "[".repeat(90) + "]".repeat(90);
      ann.send(
          "{\"type\":\"MSG\",\"to\":\""
              + ann.id()
              + "\",\"content\":\"x\",\"in_reply_to\":"
              + deep
              + "}");
      assertThat(ann.next("MSG").path("in_reply_to").toString()).isEqualTo(deep);
      ann.send("{\"type\":\"PING\",\"x\":" + "[".repeat(500) + "]".repeat(500) + "}");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("INVALID_MSG");
    }
  }

  @Test
  void a_repeated_field_counts_with_its_last_value() {
    try (var ann = TestAgent.join(server, "ann")) {
      ann.send("{\"type\":\"NOPE\",\"type\":\"PING\"}");
      ann.next("PONG");
    }
  }

  @Test
  void an_error_text_that_quotes_what_was_sent_stays_short_and_well_formed() {
    try (var ann = TestAgent.join(server, "ann")) {
      ann.send("{\"type\":\"" + "😀".repeat(10_000) + "\"}");
      var error = ann.next("ERROR").path("message").asString();
      assertThat(error.length()).isLessThan(120);
      for (var target :
          List.of("#" + "😀".repeat(100), "@" + "😀".repeat(100), "@x" + "😀".repeat(99))) {
        ann.say(target, "x");
        var message = ann.next("ERROR").path("message").asString();
        assertThat(message.length()).isLessThan(120);
        assertThat(message.codePoints().noneMatch(p -> p >= 0xd800 && p <= 0xdfff))
            .as(message)
            .isTrue();
      }
    }
  }
}
