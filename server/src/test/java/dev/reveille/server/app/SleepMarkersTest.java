package dev.reveille.server.app;

import static dev.reveille.server.app.TestAgent.content;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Markers that put an agent to sleep and wake it, and those that do not. */
class SleepMarkersTest extends SleeperFixture {
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
}
