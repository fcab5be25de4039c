package dev.reveille.server.app;

import static dev.reveille.server.app.TestAgent.content;
import static dev.reveille.server.app.TestAgent.type;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Sleep and wake as agents meet them on the wire. */
class SleepTest {
  @TempDir Path folder;
  private Server server;
  private TestAgent ada;
  private TestAgent bob;

  @BeforeEach
  void start() {
    server = ServerFixture.start(folder, "AGENTCHAT_SLEEP_MAX_BUFFER", "5");
    ada = TestAgent.join(server, "ada");
    bob = TestAgent.join(server, "bob");
    ada.soFar();
  }

  @AfterEach
  void stop() {
    ada.close();
    bob.close();
    server.close();
  }

  private static String text(JsonNode message, String field) {
    return message.path(field).asString("");
  }

  private static List<Long> counts(JsonNode wake) {
    return List.of(
        wake.path("buffered").asLong(-1),
        wake.path("dropped").asLong(-1),
        wake.path("missed").asLong(-1));
  }

  private void asleep(String marker) {
    ada.say("#general", marker);
    assertThat(text(bob.next("PRESENCE"), "presence")).isEqualTo("sleeping");
    bob.next("PRESENCE_CHANGED");
  }

  private static JsonNode wake(TestAgent agent) {
    return agent.await(m -> content(m).equals("@@wake@@"));
  }

  @Test
  void falling_asleep_is_relayed_then_shown_once_to_fellow_members_and_not_to_the_sleeper() {
    ada.say("#general", "bye @@sleep:60s@@");
    assertThat(content(ada.next("MSG"))).isEqualTo("bye");
    assertThat(content(bob.next("MSG"))).isEqualTo("bye");
    var presence = bob.next("PRESENCE");
    assertThat(text(presence, "agent")).isEqualTo(ada.id());
    assertThat(text(presence, "presence")).isEqualTo("sleeping");
    assertThat(text(bob.next("PRESENCE_CHANGED"), "presence")).isEqualTo("sleeping");
    assertThat(bob.soFar()).isEmpty();
    assertThat(ada.soFar()).isEmpty();
    bob.ask("LIST_AGENTS", "channel", "#general");
    assertThat(bob.await("AGENTS").toString()).contains("\"sleeping\"");
  }

  @Test
  void default_drops_channel_messages_and_keeps_direct_ones_and_mentions() {
    asleep("@@sleep:60s@@");
    bob.say("#general", "noise");
    bob.say("#general", "hey @ada!");
    bob.say(ada.id(), "for you");
    assertThat(bob.soFar("MSG")).hasSize(3);
    assertThat(ada.soFar()).isEmpty();
    ada.say("#general", "@@wake@@");
    assertThat(counts(wake(ada))).containsExactly(2L, 0L, 1L);
    var first = ada.next("MSG");
    assertThat(content(first)).isEqualTo("hey @ada!");
    assertThat(first.path("was_buffered").asBoolean(false)).isTrue();
    assertThat(first.path("seq").asLong(0)).isPositive();
    assertThat(content(ada.next("MSG"))).isEqualTo("for you");
    assertThat(ada.soFar()).isEmpty();
  }

  @Test
  void buffer_keeps_all_in_order_with_their_own_ts_and_seq() {
    asleep("@@sleep:60s:buffer@@");
    bob.say("#general", "one");
    bob.say(ada.id(), "two");
    bob.say("#agents", "three");
    var sent = bob.soFar("MSG");
    ada.say("#general", "@@wake@@");
    assertThat(counts(wake(ada))).containsExactly(3L, 0L, 0L);
    for (var original : sent) {
      var kept = ada.next("MSG");
      assertThat(content(kept)).isEqualTo(content(original));
      assertThat(kept.path("ts")).isEqualTo(original.path("ts"));
      assertThat(kept.path("seq")).isEqualTo(original.path("seq"));
    }
  }

  @Test
  void drop_drops_all_and_the_sender_of_a_direct_message_gets_no_error() {
    asleep("@@sleep:60s:drop@@");
    bob.say("#general", "@ada");
    bob.say(ada.id(), "dm");
    assertThat(bob.soFar().stream().map(TestAgent::type)).containsOnly("MSG");
    ada.say("#general", "@@wake@@");
    assertThat(counts(wake(ada))).containsExactly(0L, 0L, 2L);
    assertThat(ada.soFar()).isEmpty();
  }

  @Test
  void beyond_the_cap_the_oldest_are_dropped_and_counted() {
    asleep("@@sleep:60s@@");
    for (int i = 1; i <= 7; i++) bob.say(ada.id(), "m" + i);
    bob.soFar();
    ada.say("#general", "@@wake@@");
    assertThat(counts(wake(ada))).containsExactly(5L, 2L, 0L);
    for (int i = 3; i <= 7; i++) assertThat(content(ada.next("MSG"))).isEqualTo("m" + i);
  }

  @Test
  void the_timer_wakes_with_presence_then_the_wake_message_then_what_waited() {
    asleep("@@sleep:0.3s@@");
    bob.say(ada.id(), "dm");
    var wake = wake(ada);
    assertThat(text(wake, "from")).isEqualTo("@server");
    assertThat(text(wake, "from_name")).isEqualTo("server");
    assertThat(text(wake, "to")).isEqualTo(ada.id());
    assertThat(content(ada.next("MSG"))).isEqualTo("dm");
    assertThat(text(bob.await("PRESENCE"), "presence")).isEqualTo("online");
    assertThat(text(bob.next("PRESENCE_CHANGED"), "presence")).isEqualTo("online");
  }

  @Test
  void any_message_of_the_sleeper_wakes_it_and_is_relayed_after_the_wake_message() {
    asleep("@@sleep:60s@@");
    bob.say(ada.id(), "dm");
    bob.soFar();
    ada.say("#general", "I am back");
    wake(ada);
    assertThat(content(ada.next("MSG"))).isEqualTo("dm");
    assertThat(content(ada.next("MSG"))).isEqualTo("I am back");
    assertThat(bob.soFar().stream().map(m -> type(m) + text(m, "presence") + content(m)))
        .containsExactly("PRESENCEonline", "PRESENCE_CHANGEDonline", "MSGI am back");
  }

  @Test
  void a_message_to_a_refused_target_wakes_too() {
    asleep("@@sleep:60s@@");
    ada.say("@nobody", "hm");
    wake(ada);
    assertThat(text(ada.next("ERROR"), "code")).isEqualTo("AGENT_NOT_FOUND");
  }

  @Test
  void a_sleep_marker_while_asleep_replaces_the_sleep_without_a_wake_sequence() {
    asleep("@@sleep:60s@@");
    bob.say(ada.id(), "kept");
    bob.soFar();
    ada.say("#general", "more @@sleep:0.3s:drop@@");
    assertThat(content(ada.next("MSG"))).isEqualTo("more");
    assertThat(content(bob.next("MSG"))).isEqualTo("more");
    bob.say(ada.id(), "dropped");
    assertThat(counts(wake(ada))).containsExactly(1L, 0L, 1L);
    assertThat(content(ada.next("MSG"))).isEqualTo("kept");
  }

  @Test
  void the_last_sleep_marker_wins_and_no_length_is_no_sleep() {
    ada.say("#general", "a @@sleep:60s@@ b @@sleep:0s@@");
    assertThat(content(bob.next("MSG"))).isEqualTo("a  b");
    bob.say("#general", "hi");
    assertThat(content(ada.awaitContent("hi"))).isEqualTo("hi");
    ada.say("#general", "@@wake@@");
    assertThat(ada.soFar()).isEmpty();
    assertThat(bob.soFar("PRESENCE")).isEmpty();
  }

  @Test
  void a_presence_set_while_asleep_is_applied_at_wake_and_sleeping_cannot_be_set() {
    asleep("@@sleep:60s@@");
    ada.ask("SET_PRESENCE", "status", "busy", "status_text", "later");
    ada.ask("SET_PRESENCE", "status", "sleeping");
    assertThat(text(ada.next("ERROR"), "code")).isEqualTo("INVALID_MSG");
    assertThat(bob.soFar()).isEmpty();
    ada.say("#general", "@@wake@@");
    assertThat(text(bob.next("PRESENCE"), "presence")).isEqualTo("online");
    var changed = bob.next("PRESENCE_CHANGED");
    assertThat(text(changed, "presence") + text(changed, "status_text")).isEqualTo("busylater");
  }

  @Test
  void a_sleeper_still_gets_its_own_replies_but_no_typing_or_arrivals() {
    asleep("@@sleep:60s:buffer@@");
    bob.ask("TYPING", "channel", "#general");
    TestAgent.join(server, "eve").finish();
    bob.soFar();
    assertThat(ada.soFar()).isEmpty();
    ada.ask("LIST_CHANNELS").next("CHANNELS");
    ada.ask("JOIN", "channel", "#nowhere");
    assertThat(text(ada.next("ERROR"), "code")).isEqualTo("CHANNEL_NOT_FOUND");
  }

  @Test
  void callbacks_that_fire_for_a_sleeper_wait_like_direct_messages() {
    asleep("@@cb:0.1s@@private@@cb:0.1s#general@@all@@sleep:0.6s@@");
    var wake = wake(ada);
    assertThat(counts(wake)).containsExactly(1L, 0L, 1L);
    var fired = ada.next("MSG");
    assertThat(content(fired)).isEqualTo("@@cb-fire@@private");
    assertThat(fired.path("was_buffered").asBoolean(false)).isTrue();
  }

  @Test
  void undelivered_direct_messages_of_a_sleeper_that_disconnects_stay_in_its_mailbox() {
    var key = Identity.generate();
    var eve = TestAgent.join(server, "eve", key);
    bob.soFar();
    eve.say("#general", "@@sleep:60s@@");
    bob.await("PRESENCE");
    bob.say(eve.id(), "for later");
    bob.soFar();
    assertThat(eve.finish().stream().map(TestAgent::content)).doesNotContain("for later");
    bob.await("AGENT_LEFT");
    try (var again = TestAgent.connect(server)) {
      again.identify("eve", key);
      var mail = again.awaitContent("for later");
      assertThat(mail.has("was_buffered")).isFalse();
      bob.ask("LIST_AGENTS", "channel", "#general");
      assertThat(bob.await("AGENTS").toString()).doesNotContain("sleeping");
    }
  }

  @Test
  void what_a_sleeper_dropped_does_not_come_back_though_older_mail_does() {
    var key = Identity.generate();
    var eve = TestAgent.join(server, "eve", key);
    bob.soFar();
    eve.say("#general", "@@sleep:60s@@");
    bob.await("PRESENCE");
    for (int i = 1; i <= 6; i++) bob.say(eve.id(), "m" + i);
    bob.soFar();
    eve.say("#general", "@@sleep:60s:drop@@");
    eve.soFar();
    bob.say(eve.id(), "gone");
    bob.soFar();
    eve.finish();
    bob.await("AGENT_LEFT");
    for (int i = 0; i < 2; i++) {
      try (var again = TestAgent.connect(server)) {
        again.identify("eve", key);
        again.await("WELCOME");
        bob.await("AGENT_JOINED");
        var mail = again.soFar().stream().filter(m -> text(m, "from").equals(bob.id())).toList();
        if (i == 0) {
          assertThat(mail.stream().map(TestAgent::content))
              .as("the first did not fit, and waited in the mailbox")
              .containsExactly("m1", "m2", "m3", "m4", "m5", "m6");
          assertThat(mail).as("never sent before").noneMatch(m -> m.has("replay"));
        } else {
          assertThat(mail).isEmpty();
        }
        again.finish();
        bob.await("AGENT_LEFT");
      }
    }
  }

  /** Connects again and returns what came by mail; then the agent is gone for sure. */
  private List<JsonNode> mailAtNextWelcome(Identity key) {
    try (var again = TestAgent.connect(server)) {
      again.identify("eve", key);
      again.await("WELCOME");
      bob.await("AGENT_JOINED");
      var mail =
          again.soFar().stream()
              .filter(m -> type(m).equals("MSG") && text(m, "from_name").equals("bob"))
              .toList();
      again.finish();
      bob.await("AGENT_LEFT");
      return mail;
    }
  }

  @Test
  void several_messages_that_a_sleeper_dropped_do_not_come_back() {
    var key = Identity.generate();
    var eve = TestAgent.join(server, "eve", key);
    eve.say("#general", "@@sleep:60s@@");
    bob.await("PRESENCE");
    bob.say(eve.id(), "m1").say(eve.id(), "m2").soFar();
    eve.say("#general", "@@sleep:60s:drop@@").soFar();
    for (int i = 1; i <= 3; i++) bob.say(eve.id(), "gone" + i);
    bob.soFar();
    eve.finish();
    bob.await("AGENT_LEFT");
    assertThat(mailAtNextWelcome(key).stream().map(TestAgent::content)).containsExactly("m1", "m2");
    assertThat(mailAtNextWelcome(key)).isEmpty();
  }

  @Test
  void mentions_do_not_push_a_direct_message_out_of_the_buffer() {
    asleep("@@sleep:60s@@");
    bob.say(ada.id(), "dm");
    for (int i = 1; i <= 7; i++) bob.say("#general", "m" + i + " @ada");
    bob.soFar();
    ada.say("#general", "@@wake@@");
    assertThat(counts(wake(ada))).containsExactly(5L, 3L, 0L);
    assertThat(ada.soFar().stream().map(TestAgent::content))
        .containsExactly("dm", "m4 @ada", "m5 @ada", "m6 @ada", "m7 @ada");
  }

  @Test
  void a_buffer_full_of_direct_messages_has_no_room_for_channel_messages() {
    asleep("@@sleep:60s:buffer@@");
    bob.say("#general", "first");
    for (int i = 1; i <= 5; i++) bob.say(ada.id(), "dm" + i);
    bob.say("#general", "last @ada").soFar();
    ada.say("#general", "@@wake@@");
    assertThat(counts(wake(ada))).containsExactly(5L, 2L, 0L);
    assertThat(ada.soFar().stream().map(TestAgent::content))
        .containsExactly("dm1", "dm2", "dm3", "dm4", "dm5");
  }

  @Test
  void direct_messages_of_a_key_agent_that_did_not_fit_come_at_its_next_welcome_and_then_no_more() {
    var key = Identity.generate();
    var eve = TestAgent.join(server, "eve", key);
    eve.say("#general", "@@sleep:60s@@").soFar();
    bob.await("PRESENCE");
    for (int i = 1; i <= 8; i++) bob.say(eve.id(), "m" + i);
    bob.soFar();
    eve.say("#general", "@@wake@@");
    assertThat(counts(wake(eve))).containsExactly(5L, 3L, 0L);
    for (int i = 4; i <= 8; i++) assertThat(content(eve.next("MSG"))).isEqualTo("m" + i);
    bob.say(eve.id(), "live").soFar();
    assertThat(content(eve.next("MSG"))).isEqualTo("live");
    eve.finish();
    bob.await("AGENT_LEFT");
    var mail = mailAtNextWelcome(key);
    assertThat(mail.stream().map(TestAgent::content)).containsExactly("m1", "m2", "m3");
    assertThat(mail).as("never sent before").noneMatch(m -> m.has("replay"));
    assertThat(mailAtNextWelcome(key)).isEmpty();
  }

  @Test
  void what_did_not_fit_or_was_dropped_is_remembered_across_a_restart() {
    var key = Identity.generate();
    var eve = TestAgent.join(server, "eve", key);
    eve.say("#general", "@@sleep:60s@@").soFar();
    bob.await("PRESENCE");
    for (int i = 1; i <= 7; i++) bob.say(eve.id(), "m" + i);
    bob.soFar();
    eve.say("#general", "@@wake@@");
    wake(eve);
    eve.say("#general", "@@sleep:60s@@").soFar();
    bob.say(eve.id(), "held").soFar();
    eve.say("#general", "@@sleep:60s:drop@@").soFar();
    bob.say(eve.id(), "dropped").soFar();
    eve.finish();
    bob.await("AGENT_LEFT");
    stop();
    start();
    var mail = mailAtNextWelcome(key);
    assertThat(mail.stream().map(TestAgent::content)).containsExactly("m1", "m2", "held");
    assertThat(mail).as("never sent before").noneMatch(m -> m.has("replay"));
  }

  @Test
  void the_timer_of_a_short_sleep_does_not_end_the_longer_one_that_replaced_it() {
    asleep("@@sleep:0.3s@@");
    ada.say("#general", "@@sleep:60s@@").soFar();
    bob.say("#general", "@@cb:0.6s@@later");
    bob.await(m -> content(m).equals("@@cb-fire@@later"));
    bob.ask("LIST_AGENTS", "channel", "#general");
    assertThat(bob.await("AGENTS").toString()).contains("\"sleeping\"");
    assertThat(ada.soFar()).isEmpty();
    ada.say("#general", "@@wake@@");
    assertThat(counts(wake(ada))).containsExactly(0L, 0L, 0L);
  }
}
