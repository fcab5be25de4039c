package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client_msg_id makes a message count once, however often it is sent. */
class RepeatTest {
  @TempDir Path folder = Path.of("");

  private static TestAgent post(TestAgent agent, String to, String content, String key) {
    return agent.ask("MSG", "to", to, "content", content, "client_msg_id", key);
  }

  @Test
  void only_the_sender_sees_its_own_key() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.soFar();
      post(ann, "#general", "hello", "k-1");
      var echo = ann.next("MSG");
      assertThat(echo.path("client_msg_id").asString()).isEqualTo("k-1");
      var heard = bob.next("MSG");
      assertThat(heard.has("client_msg_id")).isFalse();
      assertThat(heard.path("msg_id")).isEqualTo(echo.path("msg_id"));
      post(ann, bob.id(), "direct", "k-2");
      assertThat(ann.next("MSG").path("client_msg_id").asString()).isEqualTo("k-2");
      assertThat(bob.next("MSG").has("client_msg_id")).isFalse();
      bob.ask("HISTORY", "channel", "#general");
      assertThat(bob.next("HISTORY_PAGE").toString()).doesNotContain("client_msg_id");
    }
  }

  @Test
  void a_repeat_before_and_after_the_echo_gets_the_first_echo_and_nobody_else_hears_it() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.soFar();
      for (int i = 0; i < 3; i++) post(ann, "#general", "once", "key");
      var first = ann.next("MSG");
      assertThat(ann.next("MSG")).isEqualTo(first);
      assertThat(ann.next("MSG")).isEqualTo(first);
      post(ann, "#agents", "with other words", "key");
      assertThat(ann.next("MSG")).isEqualTo(first);
      for (int i = 0; i < 2; i++) post(ann, bob.id(), "direct", "other");
      var direct = ann.next("MSG");
      assertThat(ann.next("MSG")).isEqualTo(direct);
      assertThat(ann.soFar()).isEmpty();
      assertThat(bob.soFar().stream().map(TestAgent::content)).containsExactly("once", "direct");
    }
  }

  @Test
  void a_repeat_among_other_messages_keeps_its_place_in_the_order_of_replies() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann")) {
      for (int i = 0; i < 40; i++) {
        post(ann, "#general", "a" + i, "k" + i);
        post(ann, "#general", "again", "k" + i / 2);
      }
      for (int i = 0; i < 40; i++) {
        assertThat(TestAgent.content(ann.next("MSG"))).isEqualTo("a" + i);
        assertThat(TestAgent.content(ann.next("MSG"))).isEqualTo("a" + i / 2);
      }
    }
  }

  @Test
  void keys_of_two_senders_do_not_meet() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      post(ann, "#agents", "from ann", "same").awaitContent("from ann");
      post(bob, "#agents", "from bob", "same").awaitContent("from bob");
      ann.awaitContent("from bob");
    }
  }

  @Test
  void a_repeat_after_reconnecting_and_after_a_restart_gets_the_first_echo() {
    var identity = Identity.generate();
    tools.jackson.databind.JsonNode first;
    try (var server = ServerFixture.start(folder, "TAKEOVER_WAIT_MS", "1")) {
      try (var ann = TestAgent.join(server, "ann", identity)) {
        first = post(ann, "#general", "once", "key \u0000 é").awaitContent("once");
      }
      try (var ann = TestAgent.join(server, "ann", identity)) {
        post(ann, "#general", "once", "key \u0000 é");
        assertThat(ann.next("MSG")).isEqualTo(first);
        assertThat(ann.soFar()).isEmpty();
      }
    }
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann", identity)) {
      post(ann, "#general", "once", "key \u0000 é");
      assertThat(ann.next("MSG")).isEqualTo(first);
      ann.ask("HISTORY", "channel", "#general");
      var page = ann.next("HISTORY_PAGE").path("messages");
      int count = 0;
      for (var m : page) if (TestAgent.content(m).equals("once")) count++;
      assertThat(count).isEqualTo(1);
    }
  }

  @Test
  void a_repeat_costs_no_token_of_the_rate_limit() {
    try (var server = ServerFixture.start(folder, "RATE_LIMIT_MS", "3600000");
        var ann = TestAgent.join(server, "ann")) {
      post(ann, "#general", "once", "key").awaitContent("once");
      post(ann, "#general", "once", "key").awaitContent("once");
      post(ann, "#general", "twice", "other");
      assertThat(ann.error()).isEqualTo("RATE_LIMITED");
    }
  }

  @Test
  void a_refused_message_may_be_sent_again_under_its_key() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann")) {
      post(ann, "#soon", "hello", "key");
      assertThat(ann.error()).isEqualTo("CHANNEL_NOT_FOUND");
      ann.ask("CREATE_CHANNEL", "channel", "#soon").await("JOINED");
      post(ann, "#soon", "hello", "key");
      assertThat(ann.next("MSG").path("seq").asLong()).isEqualTo(1);
    }
  }

  @Test
  void a_key_that_is_not_a_short_string_is_invalid() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann")) {
      for (var key : new Object[] {"", "x".repeat(129), 5, "[]", true}) {
        ann.ask("MSG", "to", "#general", "content", "x", "client_msg_id", key);
        if ("[]".equals(key)) ann.next("MSG");
        else assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("INVALID_MSG");
      }
    }
  }
}
