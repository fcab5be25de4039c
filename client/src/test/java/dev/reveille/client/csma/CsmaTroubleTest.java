package dev.reveille.client.csma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.client.ClientException;
import dev.reveille.client.csma.Outcome.Kind;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ServerMessage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lost and refused callbacks, refused answers, forged fires and other nuisances. */
class CsmaTroubleTest extends CsmaFixture {
  @Test
  void a_lost_callback_is_made_up_for_when_something_else_is_heard() {
    var ada = agent();
    ada.forgetful = true;
    ask();
    var waited = ada.delays.getFirst().plus(Checks.GRACE);
    server.run(waited.minusMillis(1));
    ada.csma.hear(SimulatedServer.fromServer("#y", "cyd came online", "\"x\":1"));
    assertThat(ada.asked).isEmpty();
    server.run(Duration.ofMillis(1));
    ada.csma.hear(SimulatedServer.fromServer("#y", "dan came online", "\"x\":1"));
    assertThat(ada.words()).containsExactly("42");
  }

  @Test
  void a_lost_callback_does_not_make_the_channel_deaf_and_nothing_since_is_forgotten() {
    var ada = agent(_ -> Verdict.silence());
    ada.forgetful = true;
    ask();
    server.post("@bob", "#x", "hello?");
    server.run(LONG);
    server.post("@bob", "#x", "anybody?");
    server.run(Duration.ZERO);
    assertThat(ada.since()).containsExactly("hello?", "anybody?");
    assertThat(ada.kinds()).endsWith(Kind.SILENT, Kind.PASSED_OVER);
    server.post("@bob", "#x", "last try");
    server.run(Duration.ZERO);
    assertThat(ada.kinds()).endsWith(Kind.CHECK_SET);
  }

  @Test
  void an_agent_whose_id_changed_with_a_new_connection_makes_up_for_its_callbacks() {
    var ada = agent();
    ada.forgetful = true;
    ask();
    ada.renamed("@ada2");
    server.run(LONG);
    ada.csma.lookAgain();
    assertThat(ada.words()).containsExactly("42");
  }

  @Test
  void a_refused_callback_is_timed_by_the_agents_own_clock() {
    var ada = agent();
    ada.forgetful = true;
    ask();
    ada.csma.hear(
        SimulatedServer.fromServer("@ada", "@@cb-error@@QUOTA", "\"cb_error\":\"QUOTA\""));
    assertThat(ada.outcomes.getLast().kind()).isEqualTo(Kind.UNTIMED);
    assertThat(ada.outcomes.getLast().reason()).isEqualTo("refused: QUOTA");
    assertThat(ada.csma.untilOverdue()).isEqualTo(ada.delays.getFirst());
    server.run(ada.csma.untilOverdue());
    ada.csma.lookAgain();
    assertThat(ada.words()).containsExactly("42");
  }

  @Test
  void an_error_about_a_callback_of_another_kind_does_no_harm() {
    var ada = agent();
    var error = SimulatedServer.fromServer("@ada", "@@cb-error@@QUOTA", "\"cb_error\":\"QUOTA\"");
    ada.csma.hear(error);
    assertThat(ada.kinds()).containsExactly(Kind.PASSED_OVER);
    ask();
    ada.csma.hear(error);
    server.run(LONG);
    assertThat(ada.words()).containsExactly("42");
    assertThat(ada.asked).hasSize(1);
  }

  @Test
  void a_loop_that_attends_waits_just_long_enough_for_a_lost_callback() {
    var ada = agent();
    ada.forgetful = true;
    assertThat(ada.csma.untilOverdue()).isEqualTo(Duration.ofHours(1));
    var question = server.store("@bob", "#x", "what is it?", "");
    var arrivals = new ArrayDeque<>(List.of(SimulatedServer.incoming(question, "")));
    var waits = new java.util.ArrayList<Duration>();
    assertThatThrownBy(
            () ->
                ada.csma.attend(
                    patience -> {
                      waits.add(patience);
                      if (waits.size() == 3) throw new ClientException.Ended("over", null);
                      if (arrivals.isEmpty()) server.run(patience);
                      return Optional.ofNullable(arrivals.poll());
                    }))
        .hasMessage("over");
    assertThat(waits)
        .containsExactly(
            Duration.ofHours(1), ada.delays.getFirst().plus(Checks.GRACE), Duration.ofHours(1));
    assertThat(ada.words()).containsExactly("42");
  }

  @Test
  void a_callback_that_is_refused_as_too_fast_is_set_again_for_the_time_that_is_left() {
    var ada = agent();
    ada.refusals.add(refused("RATE_LIMITED"));
    long before = server.millis();
    ask();
    long pause = server.millis() - before;
    assertThat(pause).isBetween(800L, 1_200L);
    assertThat(ada.delays.getFirst().toMillis()).isBetween(2_000 - pause, 8_000 - pause);
    server.run(LONG);
    assertThat(ada.words()).containsExactly("42");
  }

  @Test
  void a_callback_that_cannot_be_set_is_timed_by_the_agents_own_clock() {
    var ada = agent();
    ada.refusals.add(refused("LURK_MODE"));
    ask();
    assertThat(ada.outcomes.getFirst().kind()).isEqualTo(Kind.UNTIMED);
    assertThat(ada.outcomes.getFirst().reason()).isEqualTo("no: LURK_MODE");
    server.run(Duration.ofSeconds(8));
    ada.csma.lookAgain();
    assertThat(ada.words()).containsExactly("42");
  }

  @Test
  void an_answer_that_is_refused_as_too_fast_is_tried_again_under_one_key_with_growing_pauses() {
    var ada = refusedWhenItAnswers(Patience.MAX_TRIES - 1);
    ask();
    long before = server.millis() + ada.delays.getFirst().toMillis();
    server.run(ada.delays.getFirst());
    // 1 + 2 + 4 + 8 seconds, each ± 20 %
    assertThat(server.millis() - before).isBetween(12_000L, 18_000L);
    assertThat(ada.words()).containsExactly("42");
    assertThat(ada.tried).hasSize(1 + Patience.MAX_TRIES);
    assertThat(ada.tried.subList(1, 6)).containsOnly(ada.said.getLast());
    assertThat(String.valueOf(ada.said.getLast().clientMsgId())).hasSize(36);
  }

  @Test
  void an_answer_that_is_refused_again_and_again_is_given_up_with_the_reason() {
    var ada = refusedWhenItAnswers(Patience.MAX_TRIES);
    ask();
    server.run(LONG);
    assertThat(ada.outcomes.getLast())
        .isEqualTo(new Outcome(Kind.NOT_SENT, "#x", "#x1", "no: RATE_LIMITED"));
    assertThat(ada.words()).isEmpty();
    server.post("@bob", "#x", "still there?");
    server.run(Duration.ZERO);
    assertThat(ada.kinds()).endsWith(Kind.CHECK_SET);
  }

  @Test
  void a_channel_that_may_no_longer_be_read_is_not_answered() {
    var ada = agent();
    ask();
    ada.refusals.add(refused("NOT_INVITED"));
    server.run(LONG);
    assertThat(ada.asked).isEmpty();
    assertThat(ada.kinds()).containsExactly(Kind.CHECK_SET, Kind.NOT_READ);
  }

  @Test
  void a_channel_that_cannot_be_read_for_the_moment_is_looked_at_again() {
    var ada = agent();
    ask();
    for (int i = 0; i < Patience.MAX_TRIES; i++) {
      ada.refusals.add(new ClientException.TimedOut("no answer"));
    }
    server.run(LONG);
    assertThat(ada.kinds())
        .containsExactly(
            Kind.CHECK_SET, Kind.NOT_READ, Kind.CHECK_SET, Kind.ANSWERED, Kind.PASSED_OVER);
  }

  @Test
  void the_end_of_the_connection_reaches_whoever_hands_over_the_messages() {
    var ada = agent();
    ada.refusals.add(new ClientException.Ended("closed", null));
    var question = SimulatedServer.incoming(server.store("@bob", "#x", "hm?", ""), "");
    assertThatThrownBy(() -> ada.csma.hear(question)).hasMessage("closed");
  }

  @Test
  void a_judgement_that_fails_leaves_the_channel_open() {
    var ada =
        agent(
            _ -> {
              throw new IllegalStateException("no idea");
            });
    ask();
    assertThatThrownBy(() -> server.run(LONG)).hasMessage("no idea");
    server.post("@bob", "#x", "hm?");
    server.run(Duration.ZERO);
    assertThat(ada.kinds()).containsExactly(Kind.CHECK_SET, Kind.CHECK_SET);
  }

  @Test
  void all_pages_of_a_history_are_read_within_a_bound_and_the_rest_is_heard_later() {
    var ada = agent(_ -> Verdict.silence());
    server.page = 10;
    ask();
    for (int i = 0; i < 60; i++) server.store("@bob", "#x", "m" + i, "");
    server.run(LONG);
    assertThat(ada.read)
        .extracting(ClientMessage.History::after)
        .containsExactly(1L, 11L, 21L, 31L, 41L);
    assertThat(ada.since()).hasSize(50).startsWith("m0").endsWith("m49");
    assertThat(ada.asked.getFirst().whole()).isFalse();
    for (var message : server.log("#x")) ada.csma.hear(SimulatedServer.incoming(message, ""));
    assertThat(ada.asked).hasSize(1);
    server.run(LONG);
    assertThat(ada.asked).hasSize(2);
    assertThat(ada.asked.getLast().message().content()).isEqualTo("m50");
    assertThat(ada.since()).startsWith("m51").endsWith("m59");
  }

  @Test
  void a_history_that_never_moves_on_is_read_once() {
    var ada = agent(_ -> Verdict.silence());
    server.page = 0;
    ask();
    server.store("@bob", "#x", "more", "");
    server.run(LONG);
    assertThat(ada.read).hasSize(1);
    assertThat(ada.asked.getFirst().whole()).isFalse();
  }

  @Test
  void a_thousand_channels_may_have_a_check_and_one_more_is_passed_over_with_the_reason() {
    var ada = agent();
    ada.forgetful = true;
    for (int i = 0; i <= Checks.MAX_CHANNELS; i++) server.post("@bob", "#c" + i, "hm?");
    server.run(Duration.ZERO);
    assertThat(ada.delays).hasSize(Checks.MAX_CHANNELS);
    assertThat(ada.outcomes.getLast().reason()).isEqualTo("too many checks are pending");
  }

  @Test
  void no_reason_or_outcome_holds_what_was_said() {
    var ada = agent();
    var dm = new ServerMessage.Msg(5, "@bob", "bob", "@ada", "my secret", 3, "m3", false, "");
    ada.csma.hear(SimulatedServer.incoming(dm, ""));
    server.post("@bob", "#x", "my secret");
    server.run(LONG);
    assertThat(ada.outcomes).hasSize(4).noneMatch(o -> o.toString().contains("secret"));
    assertThat(ada.outcomes).noneMatch(o -> o.toString().contains("42"));
  }
}
