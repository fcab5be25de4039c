package dev.reveille.server.app;

import static dev.reveille.server.app.TestAgent.content;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Identity;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.JdbcStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Uses of callbacks that are refused, and their limits. */
class CallbackRulesTest {
  private static final String KEY = "operator-key-of-some-length";

  @TempDir Path folder;
  private Server server;
  private TestAgent ada;
  private TestAgent bob;

  @BeforeEach
  void start() {
    start("AGENTCHAT_ADMIN_KEY", KEY);
  }

  private void start(String... environment) {
    server = ServerFixture.start(folder, environment);
    ada = TestAgent.join(server, "ada");
    bob = TestAgent.join(server, "bob");
    ada.soFar();
  }

  private void restart(String... environment) {
    stop();
    start(environment);
  }

  @AfterEach
  void stop() {
    ada.close();
    bob.close();
    server.close();
  }

  private static JsonNode fire(TestAgent agent) {
    return agent.await(m -> content(m).startsWith("@@cb-fire@@"));
  }

  private static String error(TestAgent agent) {
    return agent.await(m -> m.has("cb_error")).path("cb_error").asString("");
  }

  private TestAgent durable(String name, Identity key) {
    var agent = TestAgent.connect(server);
    var identify = new ClientMessage.Identify(name, key.publicKey().pem(), key.rotation(), true);
    agent.answer(agent.send(ClientMessages.write(identify)).await("CHALLENGE"), key);
    agent.await("WELCOME");
    return agent;
  }

  private static void only(TestAgent agent, String json) {
    agent.send("{\"type\":\"SUBSCRIBE\",\"channel\":\"#general\",\"only\":" + json + "}");
  }

  private static void order(TestAgent from, String type, Object... fields) {
    var all = new Object[fields.length + 2];
    all[0] = "admin_key";
    all[1] = KEY;
    System.arraycopy(fields, 0, all, 2, fields.length);
    from.ask(type, all);
    from.await("ADMIN_RESULT");
  }

  @Test
  void one_for_a_channel_does_not_reach_those_who_muted_its_originator() {
    var eve = TestAgent.join(server, "eve");
    eve.ask("MUTE", "agent", ada.id()).await("MUTED");
    ada.say("#general", "@@cb:0s#general@@buy");
    fire(bob);
    fire(ada);
    assertThat(eve.soFar().stream().map(TestAgent::content)).noneMatch(c -> c.contains("buy"));
    eve.close();
  }

  @Test
  void one_for_a_channel_passes_a_filter_only_if_the_filter_wants_it() {
    only(bob, "{\"mentions\":true}");
    bob.await("SUBSCRIBED");
    ada.say("#general", "@@cb:0s#general@@one");
    fire(ada);
    assertThat(bob.soFar()).isEmpty();
    only(bob, "{\"senders\":[\"" + ada.id() + "\"]}");
    bob.await("SUBSCRIBED");
    ada.say("#general", "@@cb:0s#general@@two");
    assertThat(content(fire(bob))).isEqualTo("@@cb-fire@@two");
  }

  @Test
  void a_banned_agents_durable_callbacks_do_not_reach_a_channel() {
    var key = Identity.generate();
    var eve = durable("eve", key);
    eve.say("#general", "@@cb:1s#general@@never").soFar();
    order(bob, "ADMIN_BAN", "agent_id", key.agentId(), "reason", "noise");
    bob.say("#general", "@@cb:1.5s@@end");
    assertThat(content(fire(bob))).isEqualTo("@@cb-fire@@end");
    eve.close();
  }

  @Test
  void slow_mode_holds_back_what_callbacks_say_in_a_channel() {
    order(bob, "ADMIN_SLOW_MODE", "channel", "#general", "seconds", 3600);
    ada.say("#general", "@@cb:0s#general@@one@@cb:0.1s#general@@two@@cb:0.2s@@end");
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@one");
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@end");
    ada.say("#general", "text");
    assertThat(ada.error()).isEqualTo("RATE_LIMITED");
  }

  @Test
  void a_lurking_agent_sets_none() {
    restart("LURK_MINUTES", "60");
    ada.say("#general", "@@cb:0s@@x");
    assertThat(ada.error()).isEqualTo("LURK_MODE");
    assertThat(ada.soFar()).isEmpty();
  }

  @Test
  void a_message_of_markers_alone_counts_for_the_rate_limit() {
    restart("RATE_LIMIT_MS", "3600000");
    ada.say("#general", "@@cb:0s@@x");
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@x");
    ada.say("#general", "@@cb:0s@@y");
    assertThat(ada.error()).isEqualTo("RATE_LIMITED");
  }

  @Test
  void every_limit_has_its_variable() {
    restart(
        "AGENTCHAT_CB_MAX_PER_AGENT", "1",
        "AGENTCHAT_CB_MAX_PAYLOAD", "4",
        "AGENTCHAT_CB_MAX_DURATION_S", "1",
        "AGENTCHAT_CB_MAX_DURABLE_S", "60",
        "AGENTCHAT_CB_POLL_MS", "100");
    ada.say("#general", "@@cb:9s@@\uD83D\uDE00@@cb:9s@@two@@cb:9s@@three");
    assertThat(error(ada)).isEqualTo("QUOTA");
    assertThat(error(ada)).isEqualTo("PAYLOAD_TOO_LONG");
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@\uD83D\uDE00");
    try (var eve = durable("eve", Identity.generate())) {
      eve.say("#general", "@@cb:61s@@late@@cb:60s@@soon");
      assertThat(error(eve)).isEqualTo("DELAY_TOO_LONG");
    }
  }

  @Test
  void a_payload_may_be_empty_or_look_like_what_the_server_says() {
    ada.say("#general", "@@cb:0s@@@@cb:0.1s@@@@cb-error@@QUOTA");
    assertThat(content(fire(ada))).isEqualTo("@@cb-fire@@");
    var second = fire(ada);
    assertThat(content(second)).isEqualTo("@@cb-fire@@@@cb-error@@QUOTA");
    assertThat(second.has("cb_error")).isFalse();
  }

  @Test
  void a_renamed_agent_keeps_its_callbacks() {
    ada.say("#general", "@@cb:0.2s#general@@x");
    ada.ask("SET_NICK", "nick", "countess").soFar();
    assertThat(fire(bob).path("cb_origin").asString("")).isEqualTo(ada.id());
  }

  @Test
  void durable_ones_outlive_a_change_of_key() {
    var key = Identity.generate();
    var eve = durable("eve", key);
    eve.say("#general", "@@cb:0.5s@@kept").soFar();
    var next = key.rotatedTo(Identity.generate(), System.currentTimeMillis());
    eve.send(ClientMessages.write(new ClientMessage.RotateKey(next.rotation())));
    eve.await("KEY_ROTATED");
    eve.finish();
    bob.say("#general", "@@cb:0.6s@@passed");
    fire(bob);
    try (var again = durable("eve", next)) {
      assertThat(content(fire(again))).isEqualTo("@@cb-fire@@kept");
    }
    eve.close();
  }

  @Test
  void two_mebibytes_of_markers_are_answered_in_bounds_also_by_durable_agents() {
    var eve = durable("eve", Identity.generate());
    var text = "@@cb:60s@@".repeat(200_000);
    eve.soFar();
    long from = System.nanoTime();
    eve.say("#general", text);
    var errors = eve.soFar("MSG");
    assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(15));
    assertThat(errors).hasSize(20);
    assertThat(errors.getLast().path("cb_more").asInt(0)).isEqualTo(200_000 - 50 - 20);
    eve.close();
  }

  @Test
  void the_feed_shows_callbacks_without_their_payload() {
    ada.say("#general", "@@cb:0s@@secret@@cb:60s@@secret@@cb:1s#nowhere@@secret");
    fire(ada);
    ada.soFar();
    stop();
    try (var data = DataFolder.open(folder, Instant.EPOCH);
        var store = JdbcStore.open(data, Features.TABLES, new Failures())) {
      var events = store.reads(EventReads.class).events(0, 1_000);
      assertThat(events.stream().map(e -> e.kind()))
          .contains("callback.scheduled", "callback.fired", "callback.refused");
      assertThat(events.toString()).doesNotContain("secret");
    }
  }

  @Test
  void agents_can_neither_list_nor_cancel_callbacks_that_are_not_durable() {
    ada.say("#general", "@@cb:0.3s@@x").ask("CALLBACKS");
    assertThat(ada.await("CALLBACKS").path("list")).isEmpty();
    var id = fire(ada).path("cb_id").asString("");
    ada.say("#general", "@@cb:60s@@y").ask("CANCEL_CALLBACK", "cb_id", id);
    assertThat(ada.error()).isEqualTo("INVALID_MSG");
  }
}
