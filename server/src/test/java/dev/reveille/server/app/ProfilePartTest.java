package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Presence, nick and typing. */
class ProfilePartTest extends OneServerFixture {
  @Test
  void a_presence_is_told_once_to_each_fellow_member_and_not_to_the_agent_itself() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.soFar();
      ann.ask("SET_PRESENCE", "status", "busy", "status_text", "deep in code");
      assertThat(ann.soFar()).isEmpty();
      var changed = bob.next("PRESENCE_CHANGED");
      assertThat(TestAgent.fields(changed))
          .containsExactly("type", "ts", "agent_id", "name", "presence", "status_text");
      assertThat(changed.path("agent_id").asString()).isEqualTo(ann.id());
      assertThat(changed.path("name").asString()).isEqualTo("ann");
      assertThat(changed.path("presence").asString()).isEqualTo("busy");
      assertThat(changed.path("status_text").asString()).isEqualTo("deep in code");
      assertThat(bob.soFar()).as("three channels shared, told once").isEmpty();
      ann.ask("SET_PRESENCE", "status", "away").soFar();
      assertThat(bob.next("PRESENCE_CHANGED").path("status_text").isNull()).isTrue();
      bob.ask("LIST_AGENTS", "channel", "#general");
      assertThat(bob.next("AGENTS").path("list").get(0).path("presence").asString())
          .isEqualTo("away");
    }
  }

  @Test
  void every_presence_word_of_the_protocol_is_taken_and_no_other() {
    try (var ann = TestAgent.join(server, "ann")) {
      for (var word : List.of("online", "away", "busy", "offline", "listening")) {
        ann.ask("SET_PRESENCE", "status", word);
      }
      assertThat(ann.soFar()).isEmpty();
      for (var word : List.of("sleeping", "ONLINE", "", "gone")) {
        ann.ask("SET_PRESENCE", "status", word);
        var error = ann.next("ERROR");
        assertThat(error.path("code").asString()).isEqualTo("INVALID_MSG");
        assertThat(error.path("message").asString()).contains("Invalid presence status");
      }
      ann.ask("SET_PRESENCE", "status", "away", "status_text", "x".repeat(100));
      assertThat(ann.soFar()).isEmpty();
      ann.ask("SET_PRESENCE", "status", "away", "status_text", "x".repeat(101));
      assertThat(ann.error()).isEqualTo("INVALID_MSG");
      ann.send("{\"type\":\"SET_PRESENCE\",\"status\":\"away\",\"status_text\":null}");
      assertThat(ann.error()).isEqualTo("INVALID_MSG");
    }
  }

  @Test
  void a_new_nick_is_told_once_per_channel_to_all_and_once_more_to_the_agent() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.soFar();
      ann.ask("SET_NICK", "nick", "anna");
      var own = ann.soFar();
      assertThat(own).hasSize(4);
      assertThat(bob.soFar()).hasSize(3);
      assertThat(own)
          .allSatisfy(
              m -> {
                assertThat(TestAgent.fields(m))
                    .containsExactly("type", "ts", "agent_id", "old_nick", "new_nick");
                assertThat(m.path("type").asString()).isEqualTo("NICK_CHANGED");
                assertThat(m.path("agent_id").asString()).isEqualTo(ann.id());
                assertThat(m.path("old_nick").asString()).isEqualTo("ann");
                assertThat(m.path("new_nick").asString()).isEqualTo("anna");
              });
      ann.say("#general", "hi");
      assertThat(bob.next("MSG").path("from_name").asString()).isEqualTo("anna");
      bob.say("@anna", "by the new name").awaitContent("by the new name");
      bob.say("@ann", "by the old name");
      assertThat(bob.error()).isEqualTo("AGENT_NOT_FOUND");
      bob.say("#general", "@anna @ann");
      assertThat(bob.awaitContent("@anna @ann").path("mentions").toString())
          .isEqualTo("[\"" + ann.id() + "\"]");
    }
  }

  @Test
  void a_second_nick_within_thirty_seconds_is_rate_limited() {
    try (var ann = TestAgent.join(server, "ann")) {
      ann.ask("SET_NICK", "nick", "first").soFar();
      ann.ask("SET_NICK", "nick", "second");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("RATE_LIMITED");
    }
  }

  @Test
  void reserved_nicks_are_refused_in_any_case_and_cost_no_turn() {
    try (var ann = TestAgent.join(server, "ann")) {
      for (var nick :
          List.of(
              "server",
              "Admin",
              "SYSTEM",
              "root",
              "moderator",
              "mod",
              "bot",
              "AgentChat",
              "operator",
              "shadow",
              "god",
              "JC")) {
        ann.ask("SET_NICK", "nick", nick);
        assertThat(ann.next("ERROR").path("code").asString()).as(nick).isEqualTo("INVALID_NAME");
      }
      for (var nick : List.of("", "x".repeat(25), "a b", "n\n")) {
        ann.ask("SET_NICK", "nick", nick);
        assertThat(ann.next("ERROR").path("code").asString()).as(nick).isEqualTo("INVALID_MSG");
      }
      ann.ask("SET_NICK", "nick", "x".repeat(24));
      ann.next("NICK_CHANGED");
    }
  }

  @Test
  void typing_goes_to_the_others_even_from_outside_and_is_not_kept() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.ask("CREATE_CHANNEL", "channel", "#desk").await("JOINED");
      ann.soFar();
      bob.ask("TYPING", "channel", "#desk").ask("TYPING", "channel", "#nowhere");
      assertThat(bob.soFar()).isEmpty();
      var typing = ann.next("TYPING");
      assertThat(TestAgent.fields(typing))
          .containsExactly("type", "ts", "from", "from_name", "channel");
      assertThat(typing.path("from").asString()).isEqualTo(bob.id());
      assertThat(typing.path("from_name").asString()).isEqualTo("bob");
      ann.ask("TYPING", "channel", "#desk");
      assertThat(ann.soFar()).isEmpty();
      ann.ask("HISTORY", "channel", "#desk");
      assertThat(ann.next("HISTORY_PAGE").path("messages").size()).isZero();
    }
  }
}
