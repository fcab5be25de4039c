package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.Identity;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.JdbcStore;
import dev.reveille.server.store.StoredEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slow mode, mutes by the server, floods and loops over real sockets. */
class ModerationTest {
  private static final String KEY = "operator-key";

  @TempDir Path folder = Path.of("");

  private Server start(String... environment) {
    return ServerFixture.start(folder, environment);
  }

  /** Of a server that is stopped. */
  private List<StoredEvent> events(String kind) {
    try (var data = DataFolder.open(folder, Instant.EPOCH);
        var store = JdbcStore.open(data, Features.TABLES, new Failures())) {
      return store.reads(EventReads.class).events(0, 10_000).stream()
          .filter(e -> e.kind().startsWith(kind))
          .toList();
    }
  }

  private static String refusal(TestAgent agent) {
    var error = agent.await("ERROR");
    assertThat(error.path("code").asString()).isEqualTo("RATE_LIMITED");
    return error.path("message").asString();
  }

  @Test
  void without_settings_nothing_is_moderated() {
    try (var server = start();
        var ann = TestAgent.join(server, "ann")) {
      for (int i = 0; i < 50; i++) ann.say("#general", "the same");
      assertThat(ann.soFar("MSG")).hasSize(50);
      ann.ask("ADMIN_MUTE", "admin_key", "x", "agent_id", ann.id(), "seconds", 9, "reason", "r");
      assertThat(ann.error()).isEqualTo("AUTH_REQUIRED");
    }
  }

  @Test
  void slow_mode_is_set_per_channel_and_names_the_wait() throws IOException {
    Files.writeString(
        folder.resolve("reveille.conf"),
        "reveille.moderation.channels { \"#agents\" { slow-mode-seconds = 3600 } }");
    try (var server = start();
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.say("#agents", "first").awaitContent("first");
      ann.say("#agents", "second");
      assertThat(refusal(ann)).contains("Slow mode in #agents", "per 3600 s", "wait 3600 s");
      bob.say("#agents", "each for itself").awaitContent("each for itself");
      ann.say("#general", "a").say("#general", "b").awaitContent("b");
    }
  }

  @Test
  void a_wrong_setting_for_a_channel_is_refused_by_name() throws IOException {
    for (var text :
        List.of(
            "{ \"#a\" { slow-mode = 1 } }",
            "{ \"a\" { slow-mode-seconds = 1 } }",
            "{ \"#a\" { slow-mode-seconds = -1 } }")) {
      Files.writeString(folder.resolve("reveille.conf"), "moderation.channels " + text);
      assertThatThrownBy(this::start)
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("slow-mode");
    }
  }

  @Test
  void an_operator_sets_slow_mode_for_good_and_verified_agents_are_exempt() {
    var op = Identity.generate();
    var environment = new String[] {"AGENTCHAT_ADMIN_KEY", KEY, "GENESIS_AGENT_ID", op.agentId()};
    try (var server = start(environment);
        var nobody = TestAgent.connect(server)) {
      nobody.ask("ADMIN_SLOW_MODE", "admin_key", "no", "channel", "#general", "seconds", 60);
      assertThat(nobody.error()).isEqualTo("AUTH_REQUIRED");
      nobody.ask("ADMIN_SLOW_MODE", "admin_key", KEY, "channel", "#none", "seconds", 60);
      assertThat(nobody.error()).isEqualTo("CHANNEL_NOT_FOUND");
      nobody.ask("ADMIN_SLOW_MODE", "admin_key", KEY, "channel", "#general", "seconds", 600);
      var result = nobody.await("ADMIN_RESULT");
      assertThat(result.path("action").asString()).isEqualTo("slow_mode");
      assertThat(result.path("success").asBoolean()).isTrue();
      assertThat(result.path("seconds").asLong()).isEqualTo(600);
    }
    try (var server = start(environment);
        var ann = TestAgent.join(server, "ann");
        var boss = TestAgent.join(server, "boss", op)) {
      ann.say("#general", "one").say("#general", "two");
      assertThat(refusal(ann)).contains("Slow mode");
      boss.say("#general", "x").say("#general", "y").awaitContent("y");
    }
    assertThat(events("moderation.slow_mode"))
        .singleElement()
        .satisfies(e -> assertThat(e.channel()).isEqualTo("#general"));
  }

  @Test
  void a_mute_by_an_operator_names_reason_and_end_and_outlives_reconnect_and_restart() {
    var identity = Identity.generate();
    var id = "@" + identity.agentId();
    try (var server = start("AGENTCHAT_ADMIN_KEY", KEY, "TAKEOVER_WAIT_MS", "1");
        var op = TestAgent.connect(server);
        var bob = TestAgent.join(server, "bob")) {
      op.ask("ADMIN_MUTE", "admin_key", KEY, "agent_id", id, "seconds", 9, "reason", "r");
      assertThat(op.error()).isEqualTo("AGENT_NOT_FOUND");
      try (var ann = TestAgent.join(server, "ann", identity)) {
        op.ask("ADMIN_MUTE", "admin_key", KEY, "agent_id", id, "seconds", 900, "reason", "spam");
        assertThat(op.await("ADMIN_RESULT").path("agentId").asString()).isEqualTo(id);
        var told = ann.await("MSG");
        assertThat(told.path("moderation").asString()).isEqualTo("mute");
        assertThat(told.path("from").asString()).isEqualTo("@server");
        assertThat(told.path("to").asString()).isEqualTo(id);
        assertThat(TestAgent.content(told)).contains("Muted until", "spam");
        ann.say("#general", "but");
        assertThat(refusal(ann)).contains("Muted by the server until", "spam");
        ann.say(bob.id(), "psst");
        assertThat(refusal(ann)).contains("spam");
      }
      bob.awaitContent("ann went offline");
      try (var ann = TestAgent.join(server, "ann", identity)) {
        ann.say("#general", "back");
        assertThat(refusal(ann)).contains("spam");
      }
    }
    try (var server = start("AGENTCHAT_ADMIN_KEY", KEY);
        var op = TestAgent.connect(server);
        var ann = TestAgent.join(server, "ann", identity)) {
      ann.say("#general", "after the restart");
      assertThat(refusal(ann)).contains("spam");
      op.ask("ADMIN_MUTE", "admin_key", KEY, "agent_id", identity.agentId(), "seconds", 0);
      op.await("ADMIN_RESULT");
      ann.say("#general", "at last").awaitContent("at last");
    }
    assertThat(events("moderation."))
        .extracting(StoredEvent::kind)
        .containsExactly("moderation.muted", "moderation.unmuted");
  }

  @Test
  void a_flood_is_warned_then_muted_then_disconnected_each_with_its_reason() {
    var identity = Identity.generate();
    try (var server = start("FLOOD_REPEATS", "3", "FLOOD_MUTE_S", "1", "TAKEOVER_WAIT_MS", "1");
        var bob = TestAgent.join(server, "bob");
        var ann = TestAgent.join(server, "ann", identity)) {
      ann.say("#general", "buy now").say("#agents", "BUY now!").say(bob.id(), "buy, now");
      var warned = ann.await(m -> m.has("moderation"));
      assertThat(warned.path("moderation").asString()).isEqualTo("warn");
      assertThat(TestAgent.content(warned)).contains("the same message 3 times within 60 s");
      assertThat(refusal(ann)).contains("Warning");
      for (int i = 0; i < 3; i++) ann.say("#general", "buy now");
      var muted = ann.await(m -> m.has("moderation"));
      assertThat(muted.path("moderation").asString()).isEqualTo("mute");
      assertThat(refusal(ann)).contains("Muted until");
      // The mute lasts one second of real time; until it is over every word is refused.
      boolean heard = false;
      for (int i = 0; !heard; i++) {
        ann.say("#general", "is it over " + i);
        heard = TestAgent.type(ann.await(m -> true)).equals("MSG");
      }
      for (int i = 0; i < 3; i++) ann.say("#general", "buy now");
      var kicked = ann.await(m -> m.has("moderation"));
      assertThat(kicked.path("moderation").asString()).isEqualTo("kick");
      assertThat(ann.next("KICKED").path("reason").asString()).contains("the same message");
      assertThat(ann.closeCode()).isEqualTo(1000);
      assertThat(bob.soFar("MSG")).noneMatch(m -> m.has("moderation"));
    }
    assertThat(events("moderation."))
        .extracting(StoredEvent::kind)
        .containsExactly("moderation.warned", "moderation.muted", "moderation.kicked");
    assertThat(events("moderation.")).noneMatch(e -> String.valueOf(e).contains("buy"));
  }

  @Test
  void agents_that_answer_each_other_in_a_channel_are_slowed_and_reported() {
    try (var server = start("LOOP_TURNS", "3");
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob");
        var cat = TestAgent.join(server, "cat")) {
      assertThat(pingPong(ann, bob, "#general", "#general"))
          .contains(ann.id(), bob.id(), "wait 5 s");
      cat.say("#general", "@ann @bob stop").awaitContent("@ann @bob stop");
    }
    assertThat(events("loop.slowed"))
        .first()
        .satisfies(
            e -> {
              assertThat(e.channel()).isEqualTo("#general");
              assertThat(e.detail()).contains("@", "wait 5 s");
            });
  }

  @Test
  void agents_that_answer_each_other_in_direct_messages_are_slowed_too() {
    try (var server = start("LOOP_TURNS", "3");
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob");
        var cat = TestAgent.join(server, "cat")) {
      assertThat(pingPong(ann, bob, bob.id(), ann.id())).contains(ann.id(), bob.id());
      ann.say(cat.id(), "elsewhere it goes on").awaitContent("elsewhere it goes on");
      ann.say("#general", "here too").awaitContent("here too");
    }
    assertThat(events("loop.slowed")).isNotEmpty().allMatch(e -> e.channel() == null);
  }

  @Test
  void a_ring_of_three_is_found_by_what_they_reply_to_even_in_direct_messages() {
    try (var server = start("LOOP_TURNS", "3");
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob");
        var cat = TestAgent.join(server, "cat")) {
      var ring = List.of(ann, bob, cat);
      var last = "";
      String refused = null;
      for (int i = 0; i < 60 && refused == null; i++) {
        var from = ring.get(i % 3);
        var to = ring.get((i + 1) % 3).id();
        var text = "turn " + i;
        from.ask("MSG", "to", to, "content", text, "in_reply_to", last);
        var answer =
            from.await(m -> TestAgent.type(m).equals("ERROR") || TestAgent.content(m).equals(text));
        if (TestAgent.type(answer).equals("ERROR")) refused = answer.path("message").asString();
        last = answer.path("msg_id").asString("");
      }
      assertThat(refused).contains(ann.id(), bob.id(), cat.id());
    }
  }

  @Test
  void an_operator_in_the_conversation_is_never_slowed() {
    var op = Identity.generate();
    try (var server = start("LOOP_TURNS", "2", "GENESIS_AGENT_ID", op.agentId());
        var boss = TestAgent.join(server, "boss", op);
        var bob = TestAgent.join(server, "bob")) {
      for (int i = 0; i < 20; i++) {
        boss.say("#general", "@bob " + i).awaitContent("@bob " + i);
        bob.say("#general", "@boss " + i).awaitContent("@boss " + i);
        boss.say(bob.id(), "dm " + i).awaitContent("dm " + i);
        bob.say(boss.id(), "re " + i).awaitContent("re " + i);
      }
    }
  }

  /** Two agents name and answer each other until one is refused; gives the reason. */
  private static String pingPong(TestAgent one, TestAgent two, String oneTo, String twoTo) {
    for (int i = 0; i < 40; i++) {
      var speaker = i % 2 == 0 ? one : two;
      var other = i % 2 == 0 ? two : one;
      var text = other.id() + " " + i;
      speaker.say(i % 2 == 0 ? oneTo : twoTo, text);
      var answer =
          speaker.await(
              m -> TestAgent.type(m).equals("ERROR") || TestAgent.content(m).equals(text));
      if (TestAgent.type(answer).equals("ERROR")) {
        assertThat(answer.path("code").asString()).isEqualTo("RATE_LIMITED");
        return answer.path("message").asString();
      }
    }
    throw new AssertionError("never slowed");
  }

  @Test
  void the_answers_to_orders_keep_their_place_among_the_others() {
    var key = "4c1f9b27e0d85a6397be12f08d64ca35";
    try (var server = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", key);
        var bob = TestAgent.join(server, "bob");
        var known = TestAgent.join(server, "operator");
        var unknown = TestAgent.connect(server)) {
      for (var operator : List.of(known, unknown)) {
        for (int i = 0; i < 40; i++) {
          operator.ask("LIST_CHANNELS");
          operator.ask("ADMIN_MUTE", "admin_key", key, "agent_id", bob.id(), "seconds", 0);
          operator.ask("PING");
          operator.ask("ADMIN_SLOW_MODE", "admin_key", key, "channel", "#agents", "seconds", 0);
          operator.ask("PING");
          operator.ask("ADMIN_SLOW_MODE", "admin_key", key, "channel", "#none", "seconds", 0);
          operator.ask("ADMIN_LIST", "admin_key", "wrong").ask("PING");
        }
        for (int i = 0; i < 40; i++) {
          operator.next("CHANNELS");
          assertThat(operator.next("ADMIN_RESULT").path("action").asString()).isEqualTo("mute");
          operator.next("PONG");
          var slowed = operator.next("ADMIN_RESULT");
          assertThat(slowed.path("action").asString()).isEqualTo("slow_mode");
          operator.next("PONG");
          var refused = operator.next("ERROR");
          assertThat(refused.path("code").asString()).isEqualTo("CHANNEL_NOT_FOUND");
          operator.next("ERROR");
          operator.next("PONG");
        }
      }
    }
  }
}
