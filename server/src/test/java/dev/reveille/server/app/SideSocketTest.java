package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Side sessions and guests on real sockets. */
class SideSocketTest {
  private static final String KEY = "4c1f9b27e0d85a6397be12f08d64ca35";

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  private final Identity ada = Identity.generate();

  @BeforeEach
  void start() {
    start("CHANNELS", "#general");
  }

  private void start(String... environment) {
    var all = new ArrayList<>(List.of("AGENTCHAT_ADMIN_KEY", KEY, "TAKEOVER_WAIT_MS", "60000"));
    all.addAll(List.of(environment));
    server = ServerFixture.start(folder, all.toArray(String[]::new));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private TestAgent side(String name, Identity key) {
    var agent = TestAgent.connect(server);
    var asked =
        new ClientMessage.Identify(name, key.publicKey().pem(), key.rotation()).withSide(true);
    agent.answer(agent.send(ClientMessages.write(asked)).await("CHALLENGE"), key);
    return agent;
  }

  @Test
  void it_speaks_beside_the_body_at_once_and_is_seen_by_nobody() {
    try (var bob = TestAgent.join(server, "bob");
        var body = TestAgent.join(server, "ada", ada)) {
      bob.soFar();
      speakAside(bob, body);
      assertThat(bob.soFar()).isEmpty();
      assertThat(body.soFar()).hasSize(2);
    }
  }

  private void speakAside(TestAgent bob, TestAgent body) {
    try (var side = side("ada", ada)) {
      var welcome = side.next("WELCOME");
      assertThat(welcome.path("side").asBoolean()).isTrue();
      assertThat(welcome.path("agent_id").asString("")).isEqualTo(body.id());
      side.ask("MSG", "to", "#general", "content", "hello", "client_msg_id", "k1");
      var echo = side.next("MSG");
      assertThat(echo.path("client_msg_id").asString("")).isEqualTo("k1");
      assertThat(body.next("MSG").has("client_msg_id")).isFalse();
      assertThat(bob.next("MSG").path("from").asString("")).isEqualTo(body.id());
      bob.say("#general", "hi").awaitContent("hi");
      bob.say(body.id(), "psst").awaitContent("psst");
      assertThat(side.soFar()).isEmpty();
    }
  }

  @Test
  void the_seventeenth_is_closed_with_try_again_later() {
    var open = new ArrayList<TestAgent>();
    try {
      for (int i = 0; i < 16; i++) {
        var side = side("ada", ada);
        side.next("WELCOME");
        open.add(side);
      }
      try (var late = side("ada", ada)) {
        var error = late.next("ERROR");
        assertThat(error.path("code").asString("")).isEqualTo("RATE_LIMITED");
        assertThat(error.path("message").asString("")).contains("16");
        assertThat(late.closeCode()).isEqualTo(1013);
      }
      open.getFirst().say("#general", "fine").next("MSG");
    } finally {
      open.forEach(TestAgent::close);
    }
  }

  @Test
  void a_ban_closes_it_and_refuses_the_next() {
    try (var side = side("ada", ada);
        var admin = TestAgent.connect(server)) {
      side.next("WELCOME");
      admin.ask("ADMIN_BAN", "admin_key", KEY, "agent_id", "@" + ada.agentId());
      admin.next("ADMIN_RESULT");
      side.next("BANNED");
      assertThat(side.closeCode()).isEqualTo(1000);
      try (var late = side("ada", ada)) {
        assertThat(late.next("ERROR").path("code").asString("")).isEqualTo("BANNED");
        late.closeCode();
      }
    }
  }

  @Test
  void a_guest_reads_and_leaves_no_trace() {
    try (var bob = TestAgent.join(server, "bob")) {
      bob.say("#general", "hello").awaitContent("hello");
      readAsGuest();
      assertThat(bob.soFar()).isEmpty();
    }
  }

  private void readAsGuest() {
    try (var guest = TestAgent.connect(server)) {
      guest.ask("IDENTIFY", "name", "looker", "side", true);
      assertThat(guest.next("WELCOME").path("side").asBoolean()).isTrue();
      guest.ask("HISTORY", "channel", "#general", "limit", 1);
      assertThat(guest.next("HISTORY_PAGE").path("messages").get(0).path("content").asString(""))
          .isEqualTo("hello");
      guest.ask("LIST_AGENTS", "channel", "#general");
      assertThat(guest.next("AGENTS").path("list")).hasSize(1);
      guest.say("#general", "may I?");
      assertThat(guest.next("ERROR").path("code").asString("")).isEqualTo("SIGNATURE_REQUIRED");
    }
  }

  @Test
  void a_private_channel_that_the_configuration_names_is_not_opened_by_it() {
    try (var host = TestAgent.join(server, "host", ada)) {
      host.ask("CREATE_CHANNEL", "channel", "#den", "invite_only", true);
      host.await("JOINED");
      host.say("#den", "secret").awaitContent("secret");
    }
    stop();
    start("CHANNELS", "#general,#den");
    var eve = Identity.generate();
    try (var guest = TestAgent.connect(server);
        var other = side("eve", eve);
        var own = side("ada", ada)) {
      guest.ask("IDENTIFY", "name", "looker", "side", true).next("WELCOME");
      other.next("WELCOME");
      own.next("WELCOME");
      for (var agent : List.of(guest, other)) {
        agent.ask("HISTORY", "channel", "#den", "limit", 1);
        assertThat(agent.next("ERROR").path("code").asString("")).isEqualTo("NOT_INVITED");
      }
      for (var request : List.of("MSG", "PENDING", "READ")) {
        other.ask(
            request,
            "to",
            "#den",
            "content",
            "x",
            "seq",
            1,
            "channels",
            new TestAgent.RawJson("[\"#den\"]"));
        assertThat(other.next("ERROR").path("code").asString("")).isEqualTo("NOT_INVITED");
      }
      own.ask("HISTORY", "channel", "#den", "limit", 1);
      assertThat(own.next("HISTORY_PAGE").path("messages")).hasSize(1);
    }
  }

  @Test
  void one_that_never_reads_is_slowed_down_and_hurts_nobody() {
    try (var bob = TestAgent.join(server, "bob");
        var side = side("ada", ada)) {
      side.next("WELCOME");
      bob.say("#general", "x".repeat(20_000)).await("MSG");
      for (int i = 0; i < 500; i++) side.ask("HISTORY", "channel", "#general", "limit", 5);
      bob.say("#general", "still fine").awaitContent("still fine");
      for (int i = 0; i < 500; i++) side.next("HISTORY_PAGE");
    }
  }
}
