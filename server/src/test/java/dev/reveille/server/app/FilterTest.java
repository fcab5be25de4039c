package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** SUBSCRIBE, MUTE and SUBSCRIPTIONS over real sockets. */
class FilterTest {
  @TempDir Path folder = Path.of("");

  private static List<String> texts(List<JsonNode> messages) {
    return messages.stream()
        .filter(m -> TestAgent.type(m).equals("MSG"))
        .map(TestAgent::content)
        .toList();
  }

  private static TestAgent only(TestAgent agent, String channel, String json) {
    agent.send("{\"type\":\"SUBSCRIBE\",\"channel\":\"" + channel + "\",\"only\":" + json + "}");
    agent.await("SUBSCRIBED");
    return agent;
  }

  @Test
  void each_criterion_lets_its_messages_through_and_any_of_them_is_enough() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob");
        var cat = TestAgent.join(server, "cat")) {
      ann.send("{\"type\":\"SUBSCRIBE\",\"channel\":\"#general\",\"only\":{\"mentions\":true}}");
      var subscribed = ann.await("SUBSCRIBED");
      assertThat(TestAgent.fields(subscribed)).containsExactly("type", "ts", "channel", "only");
      assertThat(subscribed.path("only").toString()).isEqualTo("{\"mentions\":true}");
      bob.say("#general", "not for you").say("#general", "hey @ann").soFar();
      assertThat(texts(ann.soFar())).containsExactly("hey @ann");
      only(
          ann,
          "#general",
          "{\"keywords\":[\"deploy\"],\"tags\":[\"ci\"],\"senders\":[\"" + cat.id() + "\"]}");
      bob.say("#general", "Deploy at noon").say("#general", "redeploy").say("#general", "@ann");
      bob.ask("MSG", "to", "#general", "content", "tagged", "tags", List.of("\"CI\"")).soFar();
      cat.say("#general", "anything").soFar();
      assertThat(texts(ann.soFar())).containsExactly("Deploy at noon", "tagged", "anything");
      only(ann, "#general", "null");
      bob.say("#general", "redeploy").soFar();
      assertThat(texts(ann.soFar())).containsExactly("redeploy");
    }
  }

  @Test
  void ones_own_words_come_back_and_notices_and_typing_do_not_pass() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      only(ann, "#general", "{\"mentions\":true}");
      ann.soFar();
      ann.ask("MSG", "to", "#general", "content", "mine", "client_msg_id", "k1");
      assertThat(ann.next("MSG").path("client_msg_id").asString()).isEqualTo("k1");
      bob.ask("TYPING", "channel", "#general").soFar();
      try (var cat = TestAgent.join(server, "cat")) {
        cat.soFar();
      }
      bob.awaitContent("cat went offline");
      assertThat(ann.soFar()).noneMatch(m -> List.of("MSG", "TYPING").contains(TestAgent.type(m)));
    }
  }

  @Test
  void keywords_are_looked_for_after_redaction() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      var secret = "ghp_" + "a1".repeat(18);
      only(ann, "#general", "{\"keywords\":[\"" + secret + "\"]}");
      bob.say("#general", "the token is " + secret).soFar();
      assertThat(texts(ann.soFar())).isEmpty();
    }
  }

  @Test
  void what_was_filtered_is_in_history_and_in_the_replay() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      only(ann, "#general", "{\"mentions\":true}");
      long seq = bob.say("#general", "held back").awaitContent("held back").path("seq").asLong();
      assertThat(texts(ann.soFar())).isEmpty();
      ann.ask("HISTORY", "channel", "#general", "after", seq - 1);
      var page = ann.next("HISTORY_PAGE").path("messages");
      assertThat(page.get(0).path("content").asString()).isEqualTo("held back");
      ann.ask("JOIN", "channel", "#general", "since", seq - 1);
      ann.next("JOINED");
      assertThat(ann.next("MSG").path("replay").asBoolean()).isTrue();
    }
  }

  @Test
  void a_key_agents_choice_survives_reconnect_and_restart_and_a_guests_ends_with_its_session() {
    var identity = Identity.generate();
    var other = Identity.generate();
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann", identity);
        var guest = TestAgent.join(server, "guest")) {
      only(ann, "#general", "{\"keywords\":[\"deploy\"]}");
      ann.ask("MUTE", "agent", "@" + other.agentId());
      assertThat(ann.await("MUTED").path("agents").toString())
          .isEqualTo("[\"@" + other.agentId() + "\"]");
      only(guest, "#general", "{\"mentions\":true}");
    }
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann", identity);
        var bob = TestAgent.join(server, "bob", other);
        var guest = TestAgent.join(server, "guest");
        var cat = TestAgent.join(server, "cat")) {
      ann.ask("SUBSCRIPTIONS");
      var kept = ann.await("SUBSCRIPTIONS");
      assertThat(TestAgent.fields(kept)).containsExactly("type", "ts", "channels", "muted");
      assertThat(kept.path("channels").toString())
          .isEqualTo(
              "[{\"channel\":\"#general\",\"only\":{\"keywords\":[\"deploy\"]}},"
                  + "{\"channel\":\"#agents\",\"only\":null},"
                  + "{\"channel\":\"#discovery\",\"only\":null}]");
      guest.ask("SUBSCRIPTIONS");
      assertThat(guest.await("SUBSCRIPTIONS").path("channels").get(0).path("only").isNull())
          .isTrue();
      ann.soFar();
      cat.say("#general", "lunch").say("#general", "deploy").soFar();
      bob.say("#general", "deploy too").say("#agents", "hello").soFar();
      assertThat(texts(ann.soFar())).containsExactly("deploy");
    }
  }

  @Test
  void leaving_a_channel_ends_the_filter_for_good() {
    var identity = Identity.generate();
    try (var server = ServerFixture.start(folder, "TAKEOVER_WAIT_MS", "1");
        var bob = TestAgent.join(server, "bob")) {
      try (var ann = TestAgent.join(server, "ann", identity)) {
        only(ann, "#general", "{\"mentions\":true}");
        ann.ask("LEAVE", "channel", "#general").await("LEFT");
        ann.ask("SUBSCRIBE", "channel", "#general");
        assertThat(ann.error()).isEqualTo("NOT_INVITED");
        ann.ask("JOIN", "channel", "#general").await("JOINED");
        ann.soFar();
        bob.say("#general", "heard again").soFar();
        assertThat(texts(ann.soFar())).containsExactly("heard again");
      }
      try (var ann = TestAgent.join(server, "ann", identity)) {
        bob.say("#general", "and after a return").soFar();
        assertThat(texts(ann.soFar())).containsExactly("and after a return");
      }
    }
  }

  @Test
  void a_muted_agent_is_not_heard_in_channels_in_mail_or_otherwise_and_does_not_notice() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob");
        var cat = TestAgent.join(server, "cat")) {
      ann.ask("MUTE", "agent", bob.id());
      ann.await("MUTED");
      ann.soFar();
      bob.say("#general", "psst").say(ann.id(), "private");
      bob.ask("TYPING", "channel", "#general");
      bob.ask("CREATE_CHANNEL", "channel", "#den");
      bob.ask("INVITE", "channel", "#den", "agent", ann.id());
      assertThat(texts(bob.soFar())).as("acknowledged as ever").contains("psst", "private");
      assertThat(ann.soFar()).isEmpty();
      cat.say(ann.id(), "still heard").soFar();
      assertThat(texts(ann.soFar())).containsExactly("still heard");
      ann.ask("JOIN", "channel", "#general");
      assertThat(texts(ann.soFar())).as("nor in the replay").doesNotContain("psst");
      ann.ask("HISTORY", "channel", "#general", "limit", 1);
      assertThat(ann.next("HISTORY_PAGE").path("messages").get(0).path("content").asString())
          .as("but in history")
          .isEqualTo("psst");
      ann.ask("MUTE", "agent", bob.id(), "muted", false);
      assertThat(ann.next("MUTED").path("agents").size()).isZero();
      bob.say("#general", "again").say(ann.id(), "and private").soFar();
      assertThat(texts(ann.soFar()))
          .as("nothing that was missed comes later")
          .containsExactly("again", "and private");
    }
  }

  @Test
  void mail_of_a_muted_agent_is_used_up_while_the_receiver_is_away_or_here() {
    var identity = Identity.generate();
    var id = "@" + identity.agentId();
    try (var server = ServerFixture.start(folder, "TAKEOVER_WAIT_MS", "1", "MAILBOX_MAX", "3");
        var bob = TestAgent.join(server, "bob");
        var cat = TestAgent.join(server, "cat")) {
      try (var ann = TestAgent.join(server, "ann", identity)) {
        ann.ask("MUTE", "agent", bob.id()).await("MUTED");
        bob.say(id, "while here").soFar();
        assertThat(texts(ann.soFar())).isEmpty();
      }
      cat.awaitContent("ann went offline");
      cat.say(id, "one").soFar();
      bob.say(id, "two").say(id, "three").say(id, "four").soFar();
      cat.say(id, "five").say(id, "six");
      assertThat(texts(cat.soFar())).as("room is left for others").contains("five", "six");
      try (var ann = TestAgent.connect(server)) {
        ann.identify("ann", identity);
        ann.await("WELCOME");
        assertThat(texts(ann.soFar()).stream().filter(t -> !t.contains("online")))
            .containsExactly("one", "five", "six");
        ann.ask("MUTE", "agent", bob.id(), "muted", false).await("MUTED");
      }
      cat.awaitContent("ann went offline");
      try (var ann = TestAgent.connect(server)) {
        ann.identify("ann", identity);
        ann.await("WELCOME");
        assertThat(ann.soFar())
            .as("nothing kept for later")
            .noneMatch(m -> m.path("to").asString("").equals(id) && !m.has("replay"));
      }
    }
  }

  @Test
  void what_makes_no_sense_is_refused_with_a_reason() {
    try (var server = ServerFixture.start(folder);
        var nobody = TestAgent.connect(server);
        var ann = TestAgent.join(server, "ann")) {
      nobody.ask("SUBSCRIBE", "channel", "#general");
      assertThat(nobody.error()).isEqualTo("AUTH_REQUIRED");
      nobody.ask("MUTE", "agent", "@x");
      assertThat(nobody.error()).isEqualTo("AUTH_REQUIRED");
      ann.ask("SUBSCRIBE", "channel", "#nowhere");
      assertThat(ann.error()).isEqualTo("CHANNEL_NOT_FOUND");
      ann.ask("MUTE", "agent", ann.id());
      assertThat(ann.error()).isEqualTo("INVALID_MSG");
      ann.ask("MUTE", "agent", "@server");
      assertThat(ann.error()).isEqualTo("INVALID_MSG");
      ann.send("{\"type\":\"SUBSCRIBE\",\"channel\":\"#general\",\"only\":{}}");
      assertThat(ann.error()).isEqualTo("INVALID_MSG");
      for (int i = 0; i < 200; i++) ann.ask("MUTE", "agent", "@m" + i).await("MUTED");
      ann.ask("MUTE", "agent", "@onemore");
      assertThat(ann.error()).isEqualTo("RATE_LIMITED");
      ann.ask("MUTE", "agent", "@m7").next("MUTED");
    }
  }

  @Test
  void files_and_requests_of_a_muted_agent_do_not_arrive_either() {
    try (var server = ServerFixture.start(folder);
        var ann = TestAgent.join(server, "ann", Identity.generate());
        var eve = TestAgent.join(server, "eve")) {
      ann.ask("MUTE", "agent", eve.id()).await("MUTED");
      eve.ask("FILE_CHUNK", "to", ann.id(), "content", "part").soFar();
      eve.ask("VERIFY_REQUEST", "target", ann.id(), "nonce", "a-nonce-of-some-length");
      eve.await("VERIFY_REQUEST");
      assertThat(ann.soFar()).isEmpty();
      ann.ask("MUTE", "agent", eve.id(), "muted", false).await("MUTED");
      eve.ask("VERIFY_REQUEST", "target", ann.id(), "nonce", "a-nonce-of-some-length");
      eve.await("VERIFY_REQUEST");
      assertThat(ann.soFar()).hasSize(1);
    }
  }

  @Test
  void mail_of_a_muted_agent_takes_no_room_also_after_a_restart() {
    var identity = Identity.generate();
    var id = "@" + identity.agentId();
    var loud = Identity.generate();
    try (var server = ServerFixture.start(folder, "MAILBOX_MAX", "3");
        var bob = TestAgent.join(server, "bob");
        var eve = TestAgent.join(server, "eve", loud)) {
      try (var ann = TestAgent.join(server, "ann", identity)) {
        ann.ask("MUTE", "agent", eve.id()).await("MUTED");
        ann.finish();
      }
      bob.say(id, "one").awaitContent("one");
      for (int i = 0; i < 3; i++) eve.say(id, "noise " + i).awaitContent("noise " + i);
    }
    try (var server = ServerFixture.start(folder, "MAILBOX_MAX", "3");
        var bob = TestAgent.join(server, "bob");
        var eve = TestAgent.join(server, "eve", loud)) {
      eve.say(id, "noise");
      assertThat(eve.error()).isEqualTo("RATE_LIMITED");
      bob.say(id, "two").awaitContent("two");
      bob.say(id, "three").awaitContent("three");
      bob.say(id, "four");
      assertThat(bob.error()).isEqualTo("RATE_LIMITED");
      try (var ann = TestAgent.connect(server)) {
        ann.identify("ann", identity);
        ann.await("WELCOME");
        var mail = texts(ann.soFar()).stream().filter(t -> !t.contains("online")).toList();
        assertThat(mail).containsExactly("one", "two", "three");
      }
    }
  }
}
