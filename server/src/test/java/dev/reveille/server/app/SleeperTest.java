package dev.reveille.server.app;

import static dev.reveille.server.app.TestAgent.content;
import static dev.reveille.server.app.TestAgent.type;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Identity;
import org.junit.jupiter.api.Test;

/** Others, operators and the sleeper itself act while it sleeps. */
class SleeperTest extends SleeperFixture {
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
