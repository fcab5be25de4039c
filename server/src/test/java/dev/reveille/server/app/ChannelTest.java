package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** JOIN, LEAVE, CREATE_CHANNEL, INVITE and the lists. */
class ChannelTest {
  private static final Identity GENESIS = Identity.generate();

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @BeforeEach
  void start() {
    server = ServerFixture.start(folder, "GENESIS_AGENT_ID", GENESIS.agentId());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private TestAgent creator(String name, String channel) {
    var agent = TestAgent.join(server, name);
    agent.ask("CREATE_CHANNEL", "channel", channel).await("JOINED");
    return agent;
  }

  private static String channel(JsonNode m) {
    return m.path("channel").asString("");
  }

  @Test
  void a_created_channel_is_answered_with_plain_strings_and_told_to_nobody() {
    try (var bob = TestAgent.join(server, "bystander");
        var ann = TestAgent.join(server, "founder")) {
      bob.soFar();
      ann.ask("CREATE_CHANNEL", "channel", "#plain");
      var joined = ann.next("JOINED");
      assertThat(TestAgent.fields(joined))
          .containsExactly("type", "ts", "channel", "agents", "first_seq", "last_seq");
      assertThat(joined.path("agents").toString()).isEqualTo("[\"" + ann.id() + "\"]");
      assertThat(ann.soFar()).isEmpty();
      assertThat(bob.soFar()).isEmpty();
      bob.say("#plain", "am I in?");
      assertThat(bob.error()).isEqualTo("NOT_INVITED");
    }
  }

  @Test
  void a_created_channel_is_not_joined_by_those_who_connect_later() {
    try (var ann = creator("maker", "#later");
        var bob = TestAgent.join(server, "late")) {
      bob.say("#later", "hello");
      assertThat(bob.error()).isEqualTo("NOT_INVITED");
      assertThat(ann.soFar("AGENT_JOINED")).noneMatch(m -> channel(m).equals("#later"));
    }
  }

  @Test
  void a_channel_that_exists_cannot_be_created_again() {
    try (var ann = creator("maker", "#taken");
        var bob = TestAgent.join(server, "second")) {
      bob.ask("CREATE_CHANNEL", "channel", "#taken");
      assertThat(bob.next("ERROR").path("code").asString()).isEqualTo("CHANNEL_EXISTS");
      bob.ask("CREATE_CHANNEL", "channel", "#general");
      assertThat(bob.next("ERROR").path("code").asString()).isEqualTo("CHANNEL_EXISTS");
      bob.ask("CREATE_CHANNEL", "channel", "#Taken");
      bob.next("JOINED");
      ann.soFar();
    }
  }

  @Test
  void a_first_join_is_told_to_the_others_then_answered_then_replayed_then_noticed() {
    try (var ann = creator("host", "#first");
        var bob = TestAgent.join(server, "guest")) {
      ann.say("#first", "one").say("#first", "two").soFar();
      bob.ask("JOIN", "channel", "#first");
      var joined = bob.next("JOINED");
      assertThat(TestAgent.fields(joined))
          .containsExactly("type", "ts", "channel", "agents", "first_seq", "last_seq");
      assertThat(joined.path("agents").toString())
          .isEqualTo(
              "[{\"id\":\"%s\",\"name\":\"host\",\"verified\":false},{\"id\":\"%s\",\"name\":\"guest\",\"verified\":false}]"
                  .formatted(ann.id(), bob.id()));
      assertThat(joined.path("first_seq").asLong()).isEqualTo(1);
      assertThat(joined.path("last_seq").asLong()).isEqualTo(2);
      for (int i = 1; i <= 2; i++) {
        var replayed = bob.next("MSG");
        assertThat(replayed.path("seq").asLong()).isEqualTo(i);
        assertThat(replayed.path("replay").asBoolean(false)).isTrue();
      }
      var notice = bob.next("MSG");
      assertThat(TestAgent.content(notice)).isEqualTo("guest joined #first");
      assertThat(TestAgent.fields(notice))
          .containsExactly("type", "ts", "from", "from_name", "to", "content", "seq");
      assertThat(notice.path("seq").asLong()).isEqualTo(3);
      assertThat(bob.soFar()).isEmpty();

      var told = ann.next("AGENT_JOINED");
      assertThat(channel(told)).isEqualTo("#first");
      assertThat(told.path("agent").asString()).isEqualTo(bob.id());
      assertThat(ann.next("MSG")).isEqualTo(notice);
      assertThat(ann.soFar()).isEmpty();
    }
  }

  @Test
  void a_rejoin_gives_joined_and_replay_only() {
    try (var ann = creator("host", "#again");
        var bob = TestAgent.join(server, "guest")) {
      bob.ask("JOIN", "channel", "#again").soFar();
      ann.say("#again", "news").soFar();
      bob.soFar();
      bob.ask("JOIN", "channel", "#again");
      bob.next("JOINED");
      assertThat(TestAgent.content(bob.next("MSG"))).isEqualTo("guest joined #again");
      assertThat(TestAgent.content(bob.next("MSG"))).isEqualTo("news");
      assertThat(bob.soFar()).isEmpty();
      assertThat(ann.soFar()).isEmpty();
    }
  }

  @Test
  void an_auto_joined_channel_gives_no_joined_and_a_later_join_of_it_is_a_rejoin() {
    try (var ann = TestAgent.join(server, "watch");
        var bob = TestAgent.join(server, "auto")) {
      bob.say("#agents", "already in").awaitContent("already in");
      ann.soFar();
      bob.ask("JOIN", "channel", "#agents");
      assertThat(bob.soFar())
          .hasSizeGreaterThanOrEqualTo(2)
          .first()
          .satisfies(m -> assertThat(TestAgent.type(m)).isEqualTo("JOINED"));
      assertThat(ann.soFar()).isEmpty();
    }
  }

  @Test
  void joining_what_does_not_exist_is_channel_not_found() {
    try (var ann = TestAgent.join(server, "ann")) {
      ann.ask("JOIN", "channel", "#nowhere");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("CHANNEL_NOT_FOUND");
      ann.ask("LIST_AGENTS", "channel", "#nowhere");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("CHANNEL_NOT_FOUND");
      ann.ask("HISTORY", "channel", "#nowhere");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("CHANNEL_NOT_FOUND");
      ann.ask("INVITE", "channel", "#nowhere", "agent", "@x");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("CHANNEL_NOT_FOUND");
    }
  }

  @Test
  void leaving_is_answered_and_told_with_the_name_to_those_left() {
    try (var ann = creator("host", "#leave");
        var bob = TestAgent.join(server, "guest")) {
      bob.ask("JOIN", "channel", "#leave").soFar();
      ann.soFar();
      bob.ask("LEAVE", "channel", "#leave");
      assertThat(TestAgent.fields(bob.next("LEFT"))).containsExactly("type", "ts", "channel");
      assertThat(bob.soFar()).isEmpty();
      var left = ann.next("AGENT_LEFT");
      assertThat(TestAgent.fields(left)).containsExactly("type", "ts", "channel", "agent", "name");
      assertThat(left.path("name").asString()).isEqualTo("guest");
      assertThat(ann.soFar()).as("no text is said about it").isEmpty();
      ann.say("#leave", "alone").soFar();
      assertThat(bob.soFar()).isEmpty();
      bob.say("#leave", "not in");
      assertThat(bob.error()).isEqualTo("NOT_INVITED");
    }
  }

  @Test
  void leaving_where_one_is_not_is_answered_and_nobody_else_hears_of_it() {
    try (var ann = creator("host", "#other");
        var bob = TestAgent.join(server, "stranger")) {
      ann.soFar();
      bob.ask("LEAVE", "channel", "#other").next("LEFT");
      assertThat(ann.soFar()).isEmpty();
    }
  }

  @Test
  void leaving_an_unknown_channel_is_silent() {
    try (var ann = TestAgent.join(server, "ann")) {
      ann.ask("LEAVE", "channel", "#nowhere");
      assertThat(ann.soFar()).isEmpty();
    }
  }

  @Test
  void leaving_an_auto_joined_channel_lasts_for_the_session() {
    var identity = Identity.generate();
    try (var ann = TestAgent.join(server, "quitter", identity)) {
      ann.ask("LEAVE", "channel", "#discovery").await("LEFT");
      ann.say("#discovery", "gone");
      assertThat(ann.error()).isEqualTo("NOT_INVITED");
      try (var watcher = TestAgent.join(server, "watcher")) {
        ann.finish();
        watcher.awaitContent("quitter went offline");
      }
    }
    try (var ann = TestAgent.join(server, "quitter", identity)) {
      ann.say("#discovery", "back").awaitContent("back");
    }
  }

  @Test
  void a_disconnect_is_told_without_the_name_channel_by_channel_then_in_general() {
    try (var ann = creator("host", "#gone")) {
      var bob = TestAgent.join(server, "guest");
      bob.ask("JOIN", "channel", "#gone").soFar();
      ann.soFar();
      bob.close();
      for (var name : List.of("#general", "#agents", "#discovery", "#gone")) {
        var left = ann.next("AGENT_LEFT");
        assertThat(TestAgent.fields(left)).containsExactly("type", "ts", "channel", "agent");
        assertThat(channel(left)).isEqualTo(name);
        assertThat(left.path("agent").asString()).isEqualTo(bob.id());
      }
      var offline = ann.next("MSG");
      assertThat(TestAgent.content(offline)).isEqualTo("guest went offline");
      assertThat(offline.path("to").asString()).isEqualTo("#general");
    }
  }

  @Test
  void an_invite_only_channel_takes_the_invited_and_nobody_else() {
    try (var ann = TestAgent.join(server, "host");
        var bob = TestAgent.join(server, "guest");
        var eve = TestAgent.join(server, "eve")) {
      ann.ask("CREATE_CHANNEL", "channel", "#secret", "invite_only", 1).await("JOINED");
      bob.soFar();
      bob.ask("JOIN", "channel", "#secret");
      assertThat(bob.next("ERROR").path("code").asString()).isEqualTo("NOT_INVITED");
      eve.ask("INVITE", "channel", "#secret", "agent", eve.id());
      assertThat(eve.error()).isEqualTo("NOT_INVITED");
      ann.ask("INVITE", "channel", "#secret", "agent", bob.id());
      assertThat(ann.soFar("MSG")).as("the inviter gets no answer").isEmpty();
      assertThat(ann.soFar("ERROR")).isEmpty();
      var invitation = bob.next("MSG");
      assertThat(TestAgent.fields(invitation))
          .containsExactly("type", "ts", "from", "from_name", "to", "content", "seq");
      assertThat(invitation.path("from").asString()).isEqualTo(ann.id());
      assertThat(invitation.path("from_name").asString()).isEqualTo("host");
      assertThat(invitation.path("to").asString()).isEqualTo(bob.id());
      assertThat(TestAgent.content(invitation)).isEqualTo("You have been invited to #secret");
      bob.ask("JOIN", "channel", "#secret");
      bob.next("JOINED");
      eve.ask("JOIN", "channel", "#secret");
      assertThat(eve.error()).isEqualTo("NOT_INVITED");
      eve.ask("HISTORY", "channel", "#secret");
      assertThat(eve.error()).isEqualTo("NOT_INVITED");
    }
  }

  @Test
  void the_channel_list_shows_counts_and_verified_only_and_hides_invite_only_ones() {
    try (var ann = TestAgent.join(server, "lister")) {
      ann.ask("CREATE_CHANNEL", "channel", "#shown").await("JOINED");
      ann.ask("CREATE_CHANNEL", "channel", "#hidden", "invite_only", true).await("JOINED");
      ann.ask("CREATE_CHANNEL", "channel", "#elite", "verified_only", true).await("JOINED");
      ann.ask("LIST_CHANNELS");
      var channels = ann.next("CHANNELS");
      assertThat(TestAgent.fields(channels)).containsExactly("type", "ts", "list");
      var shown = channels.path("list").toString();
      assertThat(shown)
          .startsWith("[{\"name\":\"#general\",\"agents\":")
          .contains("{\"name\":\"#shown\",\"agents\":1}")
          .contains("{\"name\":\"#elite\",\"agents\":1,\"verifiedOnly\":true}")
          .doesNotContain("#hidden");
    }
  }

  @Test
  void a_verified_only_channel_takes_only_the_verified() {
    try (var boss = TestAgent.join(server, "boss", GENESIS);
        var ann = TestAgent.join(server, "plain")) {
      boss.ask("CREATE_CHANNEL", "channel", "#ops", "verified_only", true).await("JOINED");
      ann.ask("JOIN", "channel", "#ops");
      assertThat(ann.error()).isEqualTo("AUTH_REQUIRED");
    }
  }

  @Test
  void the_agent_list_needs_no_membership_and_shows_presence_and_status_text() {
    try (var ann = creator("host", "#roll");
        var bob = TestAgent.join(server, "reader")) {
      bob.ask("LIST_AGENTS", "channel", "#roll");
      var agents = bob.await("AGENTS");
      assertThat(TestAgent.fields(agents)).containsExactly("type", "ts", "channel", "list");
      assertThat(agents.path("list").toString())
          .isEqualTo(
              "[{\"id\":\"%s\",\"name\":\"host\",\"presence\":\"online\",\"status_text\":null,\"verified\":false}]"
                  .formatted(ann.id()));
    }
  }
}
