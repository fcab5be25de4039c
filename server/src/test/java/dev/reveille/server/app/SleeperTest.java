package dev.reveille.server.app;

import static dev.reveille.server.app.TestAgent.content;
import static dev.reveille.server.app.TestAgent.type;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.JdbcStore;
import dev.reveille.server.store.StoredEvent;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What others, operators and the sleeper itself can do while it sleeps. */
class SleeperTest {
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

  private List<StoredEvent> events(String kind) {
    stop();
    try (var data = DataFolder.open(folder, Instant.EPOCH);
        var store = JdbcStore.open(data, Features.TABLES, new Failures())) {
      return store.reads(EventReads.class).events(0, 10_000).stream()
          .filter(e -> e.kind().startsWith(kind))
          .toList();
    }
  }

  private static String text(JsonNode message, String field) {
    return message.path(field).asString("");
  }

  private void asleep(String marker) {
    ada.say("#general", marker);
    bob.await(m -> type(m).equals("PRESENCE_CHANGED") && text(m, "presence").equals("sleeping"));
  }

  private static JsonNode wake(TestAgent agent) {
    return agent.await(m -> content(m).equals("@@wake@@"));
  }

  private static long count(JsonNode wake, String field) {
    return wake.path(field).asLong(-1);
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
  void an_administrator_can_kick_a_sleeper() {
    asleep("@@sleep:60s:drop@@");
    order(bob, "ADMIN_KICK", "agent_id", ada.id(), "reason", "enough");
    assertThat(text(ada.next("KICKED"), "reason")).isEqualTo("enough");
    assertThat(ada.closeCode()).isEqualTo(1000);
    bob.ask("LIST_AGENTS", "channel", "#general");
    assertThat(bob.await("AGENTS").toString()).doesNotContain(ada.id());
  }

  @Test
  void an_administrator_who_mutes_a_sleeper_does_not_wake_it_and_the_notice_waits() {
    asleep("@@sleep:60s@@");
    order(bob, "ADMIN_MUTE", "agent_id", ada.id(), "seconds", 60, "reason", "noise");
    assertThat(ada.soFar()).isEmpty();
    ada.say("#general", "@@wake@@");
    assertThat(count(wake(ada), "buffered")).isEqualTo(1);
    assertThat(text(ada.next("MSG"), "moderation")).isEqualTo("mute");
    assertThat(ada.error()).isEqualTo("RATE_LIMITED");
  }

  @Test
  void a_sleeper_that_was_muted_by_the_server_can_still_wake_itself() {
    asleep("@@sleep:60s@@");
    order(bob, "ADMIN_MUTE", "agent_id", ada.id(), "seconds", 60, "reason", "noise");
    ada.say("#general", "still @@sleep:60s@@");
    assertThat(ada.error()).isEqualTo("RATE_LIMITED");
    ada.say("#general", "let me in");
    wake(ada);
    assertThat(ada.error()).isEqualTo("RATE_LIMITED");
    assertThat(text(bob.await("PRESENCE"), "presence")).isEqualTo("online");
  }

  @Test
  void after_muted_nothing_of_a_muted_agent_follows_not_even_what_waited() {
    var eve = TestAgent.join(server, "eve");
    ada.soFar();
    asleep("@@sleep:60s:buffer@@");
    bob.say("#general", "from bob").say(ada.id(), "also from bob").soFar();
    eve.say("#general", "from eve").soFar();
    ada.ask("MUTE", "agent", bob.id());
    ada.next("MUTED");
    bob.say("#general", "unheard").say(ada.id(), "unheard too").soFar();
    ada.say("#general", "@@wake@@");
    var wake = wake(ada);
    assertThat(count(wake, "buffered")).isEqualTo(1);
    assertThat(count(wake, "missed") + count(wake, "dropped")).isZero();
    assertThat(content(ada.next("MSG"))).isEqualTo("from eve");
    assertThat(ada.soFar()).isEmpty();
    eve.close();
  }

  @Test
  void what_a_filter_holds_back_is_neither_kept_nor_counted() {
    only(ada, "{\"mentions\":true}");
    ada.await("SUBSCRIBED");
    asleep("@@sleep:60s:buffer@@");
    bob.say("#general", "not for her").say("#general", "for @ADA.").soFar();
    ada.say("#general", "@@wake@@");
    var wake = wake(ada);
    assertThat(count(wake, "buffered")).isEqualTo(1);
    assertThat(count(wake, "missed")).isZero();
    assertThat(content(ada.next("MSG"))).isEqualTo("for @ADA.");
  }

  @Test
  void a_mention_by_id_waits_and_a_word_that_only_contains_the_name_does_not() {
    asleep("@@sleep:60s@@");
    bob.say("#general", "@adamant x@ada @ada-2 ada").say("#general", "hi " + ada.id()).soFar();
    ada.say("#general", "@@wake@@");
    var wake = wake(ada);
    assertThat(count(wake, "buffered")).isEqualTo(1);
    assertThat(count(wake, "missed")).isEqualTo(1);
    assertThat(content(ada.next("MSG"))).isEqualTo("hi " + ada.id());
  }

  @Test
  void nobody_can_put_another_to_sleep_or_wake_it() {
    bob.say(ada.id(), "go @@sleep:60s@@");
    bob.await(m -> content(m).equals("go"));
    assertThat(content(ada.await("MSG"))).isEqualTo("go");
    bob.say("#general", "@@wake@@");
    wake(bob);
    ada.soFar();
    asleep("@@sleep:60s@@");
    bob.say(ada.id(), "@@wake@@").say("#general", "@ada @@wake@@").soFar();
    assertThat(ada.soFar()).isEmpty();
  }

  @Test
  void nothing_but_a_msg_of_its_own_wakes_a_sleeper_early() {
    asleep("@@sleep:60s@@");
    ada.ask("JOIN", "channel", "#general").ask("TYPING", "channel", "#general");
    ada.ask("LIST_CHANNELS").ask("SET_NICK", "nick", "countess");
    ada.ask("HISTORY", "channel", "#general").await("HISTORY_PAGE");
    assertThat(bob.soFar("PRESENCE")).isEmpty();
    bob.ask("LIST_AGENTS", "channel", "#general");
    assertThat(bob.await("AGENTS").toString()).contains("\"sleeping\"");
  }

  @Test
  void a_message_over_the_rate_limit_does_not_wake() {
    restart("RATE_LIMIT_MS", "3600000");
    asleep("@@sleep:60s@@");
    ada.say("#general", "too soon");
    assertThat(ada.error()).isEqualTo("RATE_LIMITED");
    assertThat(ada.soFar()).isEmpty();
  }

  @Test
  void a_wake_marker_alone_wakes_also_when_the_rate_is_used_up_but_once_a_second() {
    restart("RATE_LIMIT_MS", "3600000");
    asleep("@@sleep:60s@@");
    ada.say("#general", "text @@wake@@");
    assertThat(ada.error()).isEqualTo("RATE_LIMITED");
    ada.say("#general", "@@wake@@ @@cb:0s@@now");
    assertThat(ada.error()).isEqualTo("RATE_LIMITED");
    assertThat(ada.soFar()).isEmpty();
    ada.say("#general", " @@wake@@ ");
    assertThat(count(wake(ada), "buffered")).isZero();
    assertThat(text(bob.await("PRESENCE"), "presence")).isEqualTo("online");
    ada.say("#general", "@@wake@@");
    assertThat(ada.error()).isEqualTo("RATE_LIMITED");
  }

  @Test
  void a_sleeper_stays_in_its_channels() {
    asleep("@@sleep:60s@@");
    bob.ask("LIST_AGENTS", "channel", "#agents");
    assertThat(bob.await("AGENTS").toString()).contains(ada.id());
    ada.say("#agents", "here");
    wake(ada);
    assertThat(content(bob.await("MSG"))).isEqualTo("here");
    assertThat(bob.soFar().stream().map(TestAgent::type)).doesNotContain("AGENT_LEFT");
  }

  @Test
  void an_oversized_sleep_is_clamped_to_the_callbacks_maximum() {
    restart("AGENTCHAT_CB_MAX_DURATION_S", "1");
    asleep("@@sleep:99999999999999999999s@@");
    assertThat(count(wake(ada), "buffered")).isZero();
  }

  @Test
  void what_looks_negative_or_has_no_unit_is_text() {
    for (var text : List.of("@@sleep:-5s@@", "@@sleep:5@@", "@@sleep:s@@", "@@sleep:5s:all@@")) {
      ada.say("#general", text);
      assertThat(content(bob.next("MSG"))).isEqualTo(text);
    }
    assertThat(bob.soFar()).isEmpty();
  }

  @Test
  void a_sleep_of_no_length_is_cut_and_wakes_a_sleeper_like_any_other_message() {
    ada.say("#general", "@@sleep:0.0s@@");
    assertThat(ada.soFar()).isEmpty();
    asleep("@@sleep:60s@@");
    ada.say("#general", "@@sleep:0s@@");
    wake(ada);
  }

  @Test
  void a_message_of_nothing_but_a_sleep_marker_is_not_relayed_stored_or_counted_as_activity() {
    ada.ask("RESPONDING_TO", "msg_id", "m", "channel", "#general", "started_at", 5);
    asleep("@@sleep:60s@@");
    bob.ask("HISTORY", "channel", "#general");
    assertThat(bob.await("HISTORY_PAGE").toString()).doesNotContain("sleep");
    bob.ask("RESPONDING_TO", "msg_id", "m", "channel", "#general", "started_at", 9);
    assertThat(text(bob.await("YIELD"), "holder")).isEqualTo(ada.id());
  }

  @Test
  void above_the_limit_of_announcements_nobody_is_told_but_the_list_is_exact() {
    restart("ANNOUNCE_MAX_MEMBERS", "1");
    ada.say("#general", "@@sleep:60s@@");
    ada.soFar();
    bob.ask("LIST_AGENTS", "channel", "#general");
    assertThat(bob.next("AGENTS").toString()).contains("\"sleeping\"");
    ada.say("#general", "@@wake@@");
    wake(ada);
    bob.ask("LIST_AGENTS", "channel", "#general");
    assertThat(bob.next("AGENTS").toString()).doesNotContain("\"sleeping\"");
  }

  @Test
  void fellow_members_of_several_channels_are_told_once() {
    asleep("@@sleep:60s@@");
    assertThat(bob.soFar()).isEmpty();
    ada.say("#general", "@@wake@@");
    assertThat(text(bob.next("PRESENCE"), "presence")).isEqualTo("online");
    bob.next("PRESENCE_CHANGED");
    assertThat(bob.soFar()).isEmpty();
  }

  @Test
  void the_feed_shows_when_a_sleeper_will_wake_and_what_it_found_but_no_text() {
    asleep("@@sleep:60s@@");
    bob.say(ada.id(), "secret one").say("#general", "secret two").soFar();
    ada.say("#general", "@@wake@@");
    wake(ada);
    ada.soFar();
    var events = events("agent.");
    var slept = detail(events, "agent.slept");
    assertThat(slept.path("wake_at").asLong(0)).isGreaterThan(System.currentTimeMillis());
    assertThat(text(slept, "mode")).isEqualTo("default");
    var woke = detail(events, "agent.woke");
    assertThat(woke.path("buffered").asLong(-1)).isEqualTo(1);
    assertThat(woke.path("missed").asLong(-1)).isEqualTo(1);
    assertThat(woke.path("early").asBoolean(false)).isTrue();
    assertThat(events.toString()).doesNotContain("secret");
  }

  private static JsonNode detail(List<StoredEvent> events, String kind) {
    var event = events.stream().filter(e -> e.kind().equals(kind)).findFirst().orElseThrow();
    return Json.read(String.valueOf(event.detail())).orElseThrow();
  }

  @Test
  void what_waited_may_be_longer_than_the_outbound_queue() {
    restart("OUTBOUND_QUEUE_BYTES", "100000");
    asleep("@@sleep:60s:buffer@@");
    for (int i = 0; i < 40; i++) bob.say("#general", i + "x".repeat(20_000)).soFar();
    ada.say("#general", "@@wake@@");
    assertThat(count(wake(ada), "buffered")).isEqualTo(40);
    for (int i = 0; i < 40; i++) assertThat(content(ada.next("MSG"))).startsWith(i + "x");
  }

  @Test
  void fifty_wait_by_default() {
    asleep("@@sleep:60s@@");
    for (int i = 0; i < 53; i++) bob.say(ada.id(), "m" + i);
    bob.soFar();
    ada.say("#general", "@@wake@@");
    var wake = wake(ada);
    assertThat(count(wake, "buffered")).isEqualTo(50);
    assertThat(count(wake, "dropped")).isEqualTo(3);
    assertThat(content(ada.next("MSG"))).isEqualTo("m3");
  }

  @Test
  void an_invitation_waits_like_a_direct_message() {
    asleep("@@sleep:60s@@");
    bob.ask("CREATE_CHANNEL", "channel", "#secret", "invite_only", true).await("JOINED");
    bob.ask("INVITE", "channel", "#secret", "agent", ada.id()).soFar();
    assertThat(ada.soFar()).isEmpty();
    ada.say("#general", "@@wake@@");
    assertThat(count(wake(ada), "buffered")).isEqualTo(1);
    assertThat(content(ada.next("MSG"))).contains("#secret");
  }

  @Test
  void a_repeat_that_is_relayed_wakes_and_its_markers_act_once() {
    ada.ask("MSG", "to", "#none", "content", "x @@cb:0.1s@@once", "client_msg_id", "k");
    assertThat(ada.error()).isEqualTo("CHANNEL_NOT_FOUND");
    ada.await(m -> content(m).startsWith("@@cb-fire@@"));
    asleep("@@sleep:60s@@");
    ada.ask("MSG", "to", "#none", "content", "x @@cb:0.1s@@once", "client_msg_id", "k");
    wake(ada);
    assertThat(ada.error()).isEqualTo("CHANNEL_NOT_FOUND");
    ada.say("#general", "@@cb:0.3s@@end");
    assertThat(content(ada.await("MSG"))).isEqualTo("@@cb-fire@@end");
  }

  @Test
  void a_new_key_while_asleep_wakes_nobody() {
    var key = Identity.generate();
    var eve = TestAgent.join(server, "eve", key);
    eve.say("#general", "@@sleep:60s@@").soFar();
    bob.await("PRESENCE");
    var next = key.rotatedTo(Identity.generate(), System.currentTimeMillis());
    eve.send(ClientMessages.write(new ClientMessage.RotateKey(next.rotation())));
    eve.await("KEY_ROTATED");
    assertThat(bob.soFar("PRESENCE")).isEmpty();
    bob.say(eve.id(), "kept").soFar();
    assertThat(eve.soFar()).isEmpty();
    eve.close();
  }

  @Test
  void a_take_over_ends_the_sleep_and_the_new_body_gets_the_mail() {
    restart("TAKEOVER_WAIT_MS", "0");
    var key = Identity.generate();
    var eve = TestAgent.join(server, "eve", key);
    eve.say("#general", "@@sleep:60s@@").soFar();
    bob.await("PRESENCE");
    bob.say(eve.id(), "mail").soFar();
    try (var again = TestAgent.connect(server)) {
      again.identify("eve", key);
      again.awaitContent("mail");
      bob.say("#general", "live").soFar();
      again.awaitContent("live");
    }
    assertThat(type(eve.next())).isEqualTo("SESSION_DISPLACED");
    eve.close();
  }

  @Test
  void a_restart_ends_every_sleep_and_the_mail_is_there() {
    var key = Identity.generate();
    var eve = TestAgent.join(server, "eve", key);
    eve.say("#general", "@@sleep:60s@@").soFar();
    bob.await("PRESENCE");
    bob.say(eve.id(), "mail").say("#general", "@eve channel").soFar();
    var id = eve.id();
    eve.close();
    restart();
    try (var again = TestAgent.connect(server)) {
      again.identify("eve", key);
      assertThat(text(again.awaitContent("mail"), "to")).isEqualTo(id);
      assertThat(again.soFar().stream().map(TestAgent::content)).doesNotContain("@eve channel");
      bob.ask("LIST_AGENTS", "channel", "#general");
      assertThat(bob.await("AGENTS").toString()).doesNotContain("\"sleeping\"");
    }
  }
}
