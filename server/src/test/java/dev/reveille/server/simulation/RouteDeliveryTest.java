package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.RouteMessages;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.route.RouteMarks;
import dev.reveille.server.route.SaveRoute;
import dev.reveille.server.route.WakeRoute;
import dev.reveille.server.seat.HarnessOutcome;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.store.EntryReads;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Mail that a route lets through or holds: over time, restarts and failures, and by policy. */
class RouteDeliveryTest extends RouteFixture {
  @Test
  void behaviour_56_mail_beyond_the_horizon_wakes_nobody_and_stays_listed() {
    find(ADA, SeatEvent.TURN_STARTED);
    mail(Priority.HIGH);
    inTurn(61);
    assertThat(lastReasons(ADA)).contains(WakeReason.IN_TURN);
    find(ADA, SeatEvent.WENT_SILENT);
    minutes(60);
    assertThat(wakes(ADA)).isEmpty();
    assertThat(lastReasons(ADA)).contains(WakeReason.NOTHING_TO_DO);
    var head = node.store().reads(EntryReads.class).head(ADA).lastSeq();
    assertThat(node.store().reads(MailReads.class).mailbox(ADA).delivered()).isLessThan(head);
  }

  @Test
  void mail_within_the_horizon_wakes_when_the_gate_opens() {
    gate(GateState.CLOSED);
    mail(Priority.HIGH);
    minutes(40);
    gate(GateState.OPEN);
    minutes(6);
    assertThat(wakes(ADA)).hasSize(1);
  }

  @Test
  void behaviour_57_a_watermark_that_is_ahead_of_the_log_is_set_back() {
    for (var route : stored(ADA)) {
      store(
          new SaveRoute(
              new WakeRoute(
                  ADA,
                  route.n(),
                  route.trigger(),
                  "",
                  route.target(),
                  "",
                  route.policy(),
                  -1,
                  new RouteMarks(1_000, 1_000, 1_000, 5),
                  0,
                  null,
                  "server"),
              null));
    }
    node = node.kill();
    minute();
    cy = node.connect("cy").identify(CY_KEY);
    node.run();
    assertThat(stored(ADA)).allMatch(route -> route.marks().sinceSeq() < 1_000);
    mail(Priority.HIGH);
    window();
    assertThat(wakes(ADA)).hasSize(1);
  }

  @Test
  void behaviour_58_at_a_first_start_with_a_long_log_nothing_historical_fires() {
    known(BOB_KEY, "bob");
    for (int i = 0; i < 12; i++) mail(cy, BOB, "old " + i, Priority.HIGH);
    define(BOB);
    start(BOB);
    find(BOB, SeatEvent.WENT_SILENT);
    minutes(50);
    assertThat(wakes(BOB)).isEmpty();
    mail(cy, BOB, "new", Priority.NORMAL);
    window();
    assertThat(wakes(BOB)).hasSize(1);
    assertThat(harness().calls().getLast().text()).contains("1 unread");
  }

  @Test
  void what_was_not_handed_over_is_replayed_after_a_restart() {
    mail(Priority.HIGH);
    node = node.kill();
    minute();
    pass(Duration.ofSeconds(155));
    work();
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(stored(ADA)).allMatch(route -> route.marks().markSeq() == 1);
  }

  @Test
  void behaviour_59_a_failed_delivery_is_kept_merged_with_later_mail_and_finally_reported() {
    harness().plan("nudge", ADA, HarnessOutcome.failed("the transport threw"));
    mail(Priority.NORMAL);
    window();
    assertThat(wakes(ADA).getLast().proof()).isEqualTo(WakeProof.FAILED);
    assertThat(stored(ADA)).allMatch(route -> route.marks().markSeq() == 0);
    mail(Priority.NORMAL);
    minutes(12);
    assertThat(harness().calls().getLast().text()).contains("2 unread");
    assertThat(wakes(ADA)).hasSize(2);
    for (int i = 0; i < 3; i++) {
      harness().plan("nudge", ADA, HarnessOutcome.failed("the transport threw"));
    }
    for (int i = 0; i < 6; i++) {
      mail(Priority.HIGH);
      minutes(10);
    }
    var gate = node.store().reads(WakeReads.class).gate();
    assertThat(gate.state()).isEqualTo(GateState.TRIPPED);
    assertThat(gate.reason()).contains(ADA);
  }

  @Test
  void behaviour_60_an_unknown_outcome_moves_no_watermark_and_arms_the_rest() {
    harness().plan("nudge", ADA, HarnessOutcome.unknown("it took too long"));
    mail(Priority.HIGH);
    window();
    assertThat(stored(ADA)).allMatch(route -> route.marks().markSeq() == 0);
    assertThat(node.store().reads(WakeReads.class).wake(ADA).orElseThrow().flight()).isNotNull();
    mail(Priority.HIGH);
    minutes(3);
    assertThat(calls("nudge")).isEqualTo(1);
  }

  @Test
  void behaviour_64_next_turn_makes_no_turn_and_the_ledger_says_why() {
    set(wish("message", "next_turn"));
    mail(Priority.HIGH);
    minutes(120);
    assertThat(wakes(ADA)).isEmpty();
    assertThat(decisions(ADA))
        .anyMatch(each -> each.because().contains(WakeReason.POLICY_NEXT_TURN));
    assertThat(held()).isEmpty();
    cy.send(new ClientMessage.Msg(ADA, "now", null, null, List.of(), null, Priority.HIGH, true));
    node.run();
    minutes(6);
    assertThat(held()).containsExactly("POLICY_NEXT_TURN");
  }

  @Test
  void behaviour_65_a_silent_route_calls_no_transport_at_any_priority_also_not_by_the_pulse() {
    set(wish("message", "silent"));
    for (var priority : Priority.values()) mail(priority);
    int before = harness().calls().size();
    minutes(240);
    assertThat(harness().calls()).hasSize(before);
    assertThat(wakes(ADA)).isEmpty();
    assertThat(decisions(ADA)).anyMatch(each -> each.because().contains(WakeReason.POLICY_SILENT));
  }

  @Test
  void a_silent_route_does_not_keep_a_seat_from_being_brought_back() {
    set(wish("message", "silent"));
    mail(Priority.HIGH);
    find(ADA, SeatEvent.SUNSET);
    minutes(10);
    assertThat(calls("start")).isEqualTo(2);
  }

  @Test
  void behaviour_69_only_a_message_that_names_the_agent_interrupts_and_its_route_can_forbid_it() {
    set(wish("mention", "silent"));
    known(ADA_KEY, "ada");
    cy.say("#general", "good evening");
    cy.say("#general", "hello @ada");
    minutes(30);
    assertThat(wakes(ADA)).isEmpty();
  }

  @Test
  void a_route_for_a_session_never_touches_the_harness() {
    removeAll();
    send(
        ada,
        new RouteMessages.WishRoute(
            new RouteMessages.Wish(
                "message",
                Priority.LOW,
                List.of(),
                List.of(),
                null,
                "session",
                "immediate",
                null)));
    mail(Priority.HIGH);
    minutes(30);
    assertThat(calls("nudge")).isZero();
    assertThat(decisions(ADA)).anyMatch(each -> each.because().contains(WakeReason.NOT_REACHABLE));
  }
}
