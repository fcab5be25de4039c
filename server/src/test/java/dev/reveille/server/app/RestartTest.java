package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State that survives a restart, and state that does not. */
class RestartTest {
  @TempDir Path folder = Path.of("");

  private Server start(String... environment) {
    return ServerFixture.start(folder, environment);
  }

  @Test
  void channels_and_their_history_survive_and_seq_goes_on() {
    tools.jackson.databind.JsonNode sent;
    try (var server = start();
        var ann = TestAgent.join(server, "ann")) {
      ann.ask("CREATE_CHANNEL", "channel", "#kept").await("JOINED");
      sent = ann.say("#kept", "remember").awaitContent("remember");
    }
    try (var server = start();
        var bob = TestAgent.join(server, "bob")) {
      bob.ask("LIST_CHANNELS");
      assertThat(bob.next("CHANNELS").path("list").toString())
          .contains("{\"name\":\"#kept\",\"agents\":0}");
      bob.ask("CREATE_CHANNEL", "channel", "#kept");
      assertThat(bob.error()).isEqualTo("CHANNEL_EXISTS");
      bob.ask("JOIN", "channel", "#kept");
      bob.next("JOINED");
      var replayed = bob.next("MSG");
      assertThat(replayed.path("msg_id")).isEqualTo(sent.path("msg_id"));
      assertThat(replayed.path("ts")).isEqualTo(sent.path("ts"));
      assertThat(bob.next("MSG").path("seq").asLong()).as("the notice of bob").isEqualTo(2);
      bob.say("#kept", "go on");
      var next = bob.next("MSG");
      assertThat(next.path("seq").asLong()).isEqualTo(3);
      assertThat(next.path("ts").asLong()).isGreaterThanOrEqualTo(sent.path("ts").asLong());
    }
  }

  @Test
  void a_key_agent_is_back_in_the_channels_it_joined_and_one_without_a_key_is_not() {
    var identity = Identity.generate();
    try (var server = start();
        var host = TestAgent.join(server, "host");
        var ann = TestAgent.join(server, "ann", identity)) {
      host.ask("CREATE_CHANNEL", "channel", "#joined").await("JOINED");
      host.ask("CREATE_CHANNEL", "channel", "#left").await("JOINED");
      ann.ask("JOIN", "channel", "#joined").ask("JOIN", "channel", "#left").soFar();
      ann.ask("LEAVE", "channel", "#left").await("LEFT");
    }
    try (var server = start();
        var ann = TestAgent.join(server, "ann", identity);
        var host = TestAgent.join(server, "host")) {
      ann.say("#joined", "still in").awaitContent("still in");
      ann.say("#left", "out");
      assertThat(ann.error()).isEqualTo("NOT_INVITED");
      host.say("#joined", "me too?");
      assertThat(host.error()).isEqualTo("NOT_INVITED");
    }
  }

  @Test
  void its_return_is_announced_but_not_answered_with_joined() {
    var identity = Identity.generate();
    try (var server = start("TAKEOVER_WAIT_MS", "1", "CHANNELS", ",");
        var host = TestAgent.join(server, "host")) {
      host.ask("CREATE_CHANNEL", "channel", "#room").await("JOINED");
      try (var ann = TestAgent.join(server, "ann", identity)) {
        ann.ask("JOIN", "channel", "#room").soFar();
      }
      host.await("AGENT_LEFT");
      try (var ann = TestAgent.connect(server)) {
        ann.identify("ann", identity);
        ann.next("WELCOME");
        assertThat(ann.soFar()).isEmpty();
        assertThat(host.next("AGENT_JOINED").path("agent").asString())
            .isEqualTo("@" + identity.agentId());
        assertThat(host.soFar()).as("no text about it").isEmpty();
        host.say("#room", "welcome back").awaitContent("welcome back");
        assertThat(TestAgent.content(ann.next("MSG"))).isEqualTo("welcome back");
      }
    }
  }

  @Test
  void invitations_survive() {
    var identity = Identity.generate();
    var owner = Identity.generate();
    try (var server = start();
        var host = TestAgent.join(server, "host", owner)) {
      host.ask("CREATE_CHANNEL", "channel", "#secret", "invite_only", true).await("JOINED");
      host.ask("INVITE", "channel", "#secret", "agent", "@" + identity.agentId()).soFar();
    }
    try (var server = start();
        var ann = TestAgent.join(server, "ann", identity);
        var eve = TestAgent.join(server, "eve", Identity.generate())) {
      ann.ask("JOIN", "channel", "#secret").await("JOINED");
      eve.ask("JOIN", "channel", "#secret");
      assertThat(eve.error()).isEqualTo("NOT_INVITED");
    }
  }

  @Test
  void a_private_channel_stays_private_when_it_is_named_among_the_channels_at_start() {
    try (var server = start();
        var host = TestAgent.join(server, "host")) {
      host.ask("CREATE_CHANNEL", "channel", "#secret", "invite_only", true).await("JOINED");
      host.say("#secret", "for few").awaitContent("for few");
    }
    try (var server = start("CHANNELS", "#general,#secret");
        var eve = TestAgent.join(server, "eve")) {
      eve.ask("HISTORY", "channel", "#secret");
      assertThat(eve.next("ERROR").path("code").asString()).isEqualTo("NOT_INVITED");
      eve.say("#general", "in here").awaitContent("in here");
    }
  }

  @Test
  void first_seen_survives_for_the_lurk_time() {
    var identity = Identity.generate();
    long until;
    try (var server = start("LURK_MINUTES", "60");
        var ann = TestAgent.connect(server)) {
      ann.identify("ann", identity);
      until = ann.next("WELCOME").path("lurk_until").asLong();
    }
    try (var server = start("LURK_MINUTES", "60");
        var ann = TestAgent.connect(server)) {
      ann.identify("ann", identity);
      assertThat(ann.next("WELCOME").path("lurk_until").asLong()).isEqualTo(until);
    }
  }

  @Test
  void lists_show_connected_agents_only() {
    var identity = Identity.generate();
    try (var server = start();
        var ann = TestAgent.join(server, "ann", identity)) {
      ann.ask("CREATE_CHANNEL", "channel", "#room").await("JOINED");
    }
    try (var server = start();
        var bob = TestAgent.join(server, "bob")) {
      bob.ask("LIST_AGENTS", "channel", "#room");
      assertThat(bob.next("AGENTS").path("list").size()).isZero();
    }
  }

  @Test
  void a_second_server_on_the_same_folder_does_not_start() {
    try (var server = start()) {
      assertThat(server.port()).isPositive();
      assertThatThrownBy(this::start).isInstanceOf(RuntimeException.class);
    }
  }
}
