package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits, each with the setting that changes it. */
class LimitsTest {
  @TempDir Path folder = Path.of("");

  private Server start(String... environment) {
    return ServerFixture.start(folder, environment);
  }

  /** Returns how many of so many messages sent at once pass. */
  private static long passing(TestAgent agent, int sent) {
    for (int i = 0; i < sent; i++) agent.say("#general", "m" + i);
    var got = agent.soFar();
    assertThat(got).hasSize(sent);
    assertThat(got.stream().filter(m -> TestAgent.type(m).equals("ERROR")))
        .allSatisfy(m -> assertThat(m.path("code").asString()).isEqualTo("RATE_LIMITED"));
    return got.stream().filter(m -> TestAgent.type(m).equals("MSG")).count();
  }

  @Test
  void by_default_a_burst_of_five_messages_passes() {
    try (var server = start("RATE_LIMIT_MS", "");
        var ann = TestAgent.join(server, "ann")) {
      // A slow machine may take so long that one more token has come.
      assertThat(passing(ann, 8)).isBetween(5L, 7L);
    }
  }

  @Test
  void a_spacing_that_was_set_allows_no_burst() {
    try (var server = start("RATE_LIMIT_MS", "3600000");
        var ann = TestAgent.join(server, "ann")) {
      assertThat(passing(ann, 5)).isEqualTo(1);
    }
  }

  @Test
  void the_burst_can_be_set_too() {
    try (var server = start("RATE_LIMIT_MS", "3600000", "RATE_LIMIT_BURST", "3");
        var ann = TestAgent.join(server, "ann")) {
      assertThat(passing(ann, 5)).isEqualTo(3);
    }
  }

  @Test
  void zero_and_minus_one_switch_the_spacing_off(@TempDir Path other) {
    try (var zero = start("RATE_LIMIT_MS", "0");
        var ann = TestAgent.join(zero, "ann");
        var minus = ServerFixture.start(other, "RATE_LIMIT_MS", "-1");
        var bob = TestAgent.join(minus, "bob")) {
      assertThat(passing(ann, 30)).isEqualTo(30);
      assertThat(passing(bob, 30)).isEqualTo(30);
    }
  }

  @Test
  void who_goes_too_fast_is_in_the_feed_once_a_minute() throws Exception {
    try (var server = start("RATE_LIMIT_MS", "3600000");
        var ann = TestAgent.join(server, "ann")) {
      passing(ann, 50);
      var hits = Web.of(server).get("/api/events?kind=limit.hit").json().path("events");
      assertThat(hits.size()).isEqualTo(1);
      var hit = hits.get(0);
      assertThat(hit.path("agent").asString("")).isEqualTo(ann.id());
      assertThat(hit.path("channel").asString("")).isEqualTo("#general");
      assertThat(hit.path("detail").path("reason").asString("")).startsWith("Too fast");
    }
  }

  @Test
  void a_message_to_a_wrong_target_uses_a_token_up() {
    try (var server = start("RATE_LIMIT_MS", "3600000");
        var ann = TestAgent.join(server, "ann")) {
      ann.say("#nowhere", "x");
      assertThat(ann.error()).isEqualTo("CHANNEL_NOT_FOUND");
      ann.say("#general", "x");
      assertThat(ann.error()).isEqualTo("RATE_LIMITED");
    }
  }

  @Test
  void reconnecting_does_not_refill_a_key_agents_bucket() {
    var identity = Identity.generate();
    try (var server = start("RATE_LIMIT_MS", "3600000", "TAKEOVER_WAIT_MS", "1")) {
      try (var ann = TestAgent.join(server, "ann", identity)) {
        ann.say("#general", "one").awaitContent("one");
      }
      try (var ann = TestAgent.join(server, "ann", identity)) {
        ann.say("#general", "two");
        assertThat(ann.error()).isEqualTo("RATE_LIMITED");
      }
    }
  }

  @Test
  void too_many_frames_get_an_error_and_then_close_1008() {
    try (var server = start("FRAME_LIMIT", "19");
        var ann = TestAgent.join(server, "ann")) { // its PING was the first frame that counts
      for (int i = 0; i < 6; i++) ann.ask("PING").send("nonsense").ask("TYPING", "channel", "#x");
      ann.ask("PING"); // one too many
      assertThat(ann.closing()).isEqualTo(new TestAgent.Closing(1008, "Rate limit exceeded"));
      var errors = ann.received("ERROR");
      assertThat(errors.stream().map(e -> e.path("code").asString()))
          .hasSize(7)
          .endsWith("INVALID_MSG", "RATE_LIMITED");
    }
  }

  @Test
  void sixty_frames_in_ten_seconds_pass_by_default_and_one_more_does_not() {
    try (var server = start("FRAME_LIMIT", "", "FRAME_LIMIT_PREAUTH", "");
        var ann = TestAgent.connect(server)) {
      ann.ask("IDENTIFY", "name", "ann");
      for (int i = 0; i < 59; i++) ann.ask("PING");
      for (int i = 0; i < 59; i++) ann.await("PONG");
      ann.ask("PING");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("RATE_LIMITED");
      assertThat(ann.closeCode()).isEqualTo(1008);
    }
  }

  @Test
  void before_identification_ten_frames_pass_by_default() {
    try (var server = start("FRAME_LIMIT_PREAUTH", "");
        var ann = TestAgent.connect(server)) {
      for (int i = 0; i < 11; i++) ann.ask("PING");
      for (int i = 0; i < 10; i++) ann.next("PONG");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("RATE_LIMITED");
      assertThat(ann.closeCode()).isEqualTo(1008);
    }
  }

  @Test
  void a_closed_for_its_frames_agent_leaves_like_any_other() {
    try (var server = start("FRAME_LIMIT_PREAUTH", "2");
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.connect(server)) {
      bob.ask("PING").ask("PING").ask("PING").askIfOpen("IDENTIFY", "name", "bob");
      assertThat(bob.closeCode()).isEqualTo(1008);
      assertThat(ann.soFar()).as("nobody heard of bob").isEmpty();
    }
  }

  @Test
  void an_unanswered_challenge_expires_with_an_error_and_close_1000() {
    try (var server = start("CHALLENGE_TIMEOUT_MS", "50", "AGENTCHAT_CB_POLL_MS", "10");
        var ann = TestAgent.connect(server)) {
      ann.challenged("ann", Identity.generate());
      var error = ann.next("ERROR");
      assertThat(error.path("code").asString()).isEqualTo("VERIFICATION_EXPIRED");
      assertThat(error.path("message").asString()).contains("Challenge expired");
      assertThat(ann.closeCode()).isEqualTo(1000);
    }
  }

  @Test
  void comings_and_goings_are_announced_only_up_to_the_limit_of_members() {
    try (var server = start("ANNOUNCE_MAX_MEMBERS", "2");
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      assertThat(ann.soFar().stream().map(TestAgent::type))
          .containsExactly("AGENT_JOINED", "AGENT_JOINED", "AGENT_JOINED", "MSG");
      try (var carl = TestAgent.join(server, "carl")) {
        carl.ask("SET_PRESENCE", "status", "away").soFar();
        assertThat(ann.soFar()).as("a third one is not announced").isEmpty();
        bob.say("#general", "hello all");
        assertThat(TestAgent.content(carl.next("MSG"))).isEqualTo("hello all");
        assertThat(ann.next("MSG").path("seq").asLong())
            .as("what is not announced is not stored: two notices and this")
            .isEqualTo(3);
        ann.ask("LIST_AGENTS", "channel", "#general");
        assertThat(ann.next("AGENTS").path("list").size()).isEqualTo(3);
      }
      assertThat(TestAgent.content(ann.next())).isEqualTo("carl went offline");
      assertThat(ann.soFar()).isEmpty();
    }
  }

  @Test
  void no_announcement_at_all_when_the_limit_is_zero() {
    try (var server = start("ANNOUNCE_MAX_MEMBERS", "0");
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      bob.ask("SET_PRESENCE", "status", "away").soFar();
      assertThat(ann.soFar()).isEmpty();
    }
  }

  @Test
  void the_age_gate_holds_direct_messages_back_only_when_set() {
    try (var server = start("DM_AGE_GATE_MS", "3600000");
        var ann = TestAgent.join(server, "ann")) {
      ann.say(ann.id(), "too young");
      assertThat(ann.error()).isEqualTo("DM_AGE_GATE");
      ann.say("#general", "fine").awaitContent("fine");
    }
  }

  @Test
  void channels_are_limited_in_all_and_per_agent() {
    try (var server = start("MAX_CHANNELS", "5", "MAX_CHANNELS_PER_AGENT", "4");
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.soFar();
      ann.ask("CREATE_CHANNEL", "channel", "#a").next("JOINED");
      ann.ask("CREATE_CHANNEL", "channel", "#b");
      assertThat(ann.error()).isEqualTo("RATE_LIMITED");
      bob.ask("CREATE_CHANNEL", "channel", "#b").next("JOINED");
      bob.ask("JOIN", "channel", "#a");
      assertThat(bob.error()).isEqualTo("RATE_LIMITED");
      ann.ask("LEAVE", "channel", "#a").await("LEFT");
      ann.ask("CREATE_CHANNEL", "channel", "#c");
      assertThat(ann.error()).as("five exist").isEqualTo("RATE_LIMITED");
    }
  }

  @Test
  void a_lurking_agent_may_do_everything_but_send() {
    var identity = Identity.generate();
    try (var server = start("LURK_MINUTES", "60");
        var eph = TestAgent.connect(server);
        var keyed = TestAgent.connect(server)) {
      eph.ask("IDENTIFY", "name", "eph");
      var welcome = eph.welcomed();
      assertThat(welcome.path("lurk").asBoolean(false)).isTrue();
      assertThat(welcome.path("lurk_reason").asString()).contains("persistent identity");
      assertThat(welcome.has("lurk_until")).isFalse();
      eph.say("#general", "x");
      assertThat(eph.error()).isEqualTo("LURK_MODE");
      keyed.identify("keyed", identity);
      welcome = keyed.welcomed();
      assertThat(TestAgent.fields(welcome)).contains("lurk", "lurk_reason", "lurk_until");
      assertThat(welcome.path("lurk_until").asLong() - welcome.path("ts").asLong())
          .isBetween(3_590_000L, 3_600_000L);
      keyed.say("#general", "x");
      assertThat(keyed.error()).isEqualTo("LURK_MODE");
      keyed.ask("CREATE_CHANNEL", "channel", "#fine").await("JOINED");
      keyed.ask("SET_NICK", "nick", "lurker").await("NICK_CHANGED");
    }
  }

  @Test
  void lurk_disabled_wins() {
    try (var server = start("LURK_MINUTES", "60", "LURK_DISABLED", "true");
        var ann = TestAgent.connect(server)) {
      ann.ask("IDENTIFY", "name", "ann");
      assertThat(TestAgent.fields(ann.welcomed())).doesNotContain("lurk", "lurk_reason");
      ann.say("#general", "free").awaitContent("free");
    }
  }

  @Test
  void only_the_verified_create_channels_when_so_set() {
    var genesis = Identity.generate();
    try (var server = start("CREATE_VERIFIED_ONLY", "true", "GENESIS_AGENT_ID", genesis.agentId());
        var ann = TestAgent.join(server, "ann");
        var boss = TestAgent.connect(server)) {
      ann.ask("CREATE_CHANNEL", "channel", "#a");
      assertThat(ann.error()).isEqualTo("AUTH_REQUIRED");
      boss.identify("boss", genesis);
      assertThat(boss.welcomed().path("verified").asBoolean(false)).isTrue();
      boss.ask("CREATE_CHANNEL", "channel", "#a").next("JOINED");
      boss.say("#a", "x");
      assertThat(boss.next("MSG").path("verified").asBoolean(false)).isTrue();
    }
  }

  @Test
  void private_channels_can_be_switched_off() {
    try (var server = start("PRIVATE_CHANNELS_ENABLED", "false");
        var ann = TestAgent.join(server, "ann");
        var guest = TestAgent.connect(server)) {
      ann.ask("CREATE_CHANNEL", "channel", "#a", "invite_only", true);
      assertThat(ann.error()).isEqualTo("INVALID_MSG");
      ann.ask("INVITE", "channel", "#general", "agent", "@x");
      assertThat(ann.error()).isEqualTo("INVALID_MSG");
      guest.ask("INVITE", "channel", "#general", "agent", "@x");
      assertThat(guest.error()).as("said before anything else").isEqualTo("INVALID_MSG");
      ann.ask("CREATE_CHANNEL", "channel", "#general", "invite_only", true);
      assertThat(ann.error()).as("that it exists comes first").isEqualTo("CHANNEL_EXISTS");
      ann.ask("CREATE_CHANNEL", "channel", "#a").next("JOINED");
    }
  }

  @Test
  void the_channels_at_start_are_those_of_the_setting() {
    try (var server = start("CHANNELS", "#one, #two,#one");
        var ann = TestAgent.join(server, "ann")) {
      ann.ask("LIST_CHANNELS");
      assertThat(ann.next("CHANNELS").path("list").toString())
          .isEqualTo("[{\"name\":\"#one\",\"agents\":1},{\"name\":\"#two\",\"agents\":1}]");
    }
  }

  @Test
  void the_message_of_the_day_is_in_the_welcome(@TempDir Path other) throws Exception {
    var file = java.nio.file.Files.writeString(other.resolve("motd"), "from a file\n");
    try (var server = start("MOTD_FILE", file.toString());
        var ann = TestAgent.connect(server)) {
      ann.ask("IDENTIFY", "name", "ann");
      assertThat(ann.next("WELCOME").path("motd").asString()).isEqualTo("from a file");
    }
    try (var server = start("MOTD_FILE", file.toString(), "MOTD", "said directly");
        var ann = TestAgent.connect(server)) {
      ann.ask("IDENTIFY", "name", "ann");
      assertThat(ann.next("WELCOME").path("motd").asString()).isEqualTo("said directly");
    }
  }

  @Test
  void connections_of_one_address_are_limited_after_the_upgrade() {
    try (var server = start("MAX_CONNECTIONS_PER_IP", "1");
        var ann = TestAgent.join(server, "ann");
        var second = TestAgent.connect(server)) {
      assertThat(second.closeCode()).isEqualTo(1008);
      assertThat(List.of(ann.soFar())).hasSize(1);
    }
  }
}
