package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.protocol.RouteMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.seat.HarnessOutcome;
import dev.reveille.server.seat.Seat;
import dev.reveille.server.seat.SeatCell;
import dev.reveille.server.seat.SeatCommand;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.wake.GateState;
import dev.reveille.server.wake.RouteMarks;
import dev.reveille.server.wake.RouteReads;
import dev.reveille.server.wake.RouteTarget;
import dev.reveille.server.wake.SaveGate;
import dev.reveille.server.wake.SaveRoute;
import dev.reveille.server.wake.SaveRouteBook;
import dev.reveille.server.wake.StoredGate;
import dev.reveille.server.wake.WakePolicy;
import dev.reveille.server.wake.WakeProof;
import dev.reveille.server.wake.WakeReads;
import dev.reveille.server.wake.WakeReason;
import dev.reveille.server.wake.WakeRoute;
import dev.reveille.server.wake.WakeTrigger;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The stored routes of seats on a whole node: what they let through, and what they keep back. */
class RouteTest extends WakeFixture {
  private static final Identity CY_KEY = SeededIdentity.of(3);
  private static final String CY = "@" + CY_KEY.publicKey().agentId();
  private SimulatedAgent cy = node.connect("cy").identify(CY_KEY);
  private SimulatedAgent ada = cy;

  @BeforeEach
  void adaIsIdle() {
    node.run();
    known(ADA_KEY, "ada");
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.WENT_SILENT);
    minute();
    ada = node.connect("ada").identifyAside(ADA_KEY);
    node.run();
  }

  private static RouteMessages.Wish wish(String trigger, String policy, String... from) {
    return new RouteMessages.Wish(
        trigger, Priority.LOW, List.of(from), List.of(), null, "seat", policy, null);
  }

  private List<RouteMessages.ShownRoute> set(RouteMessages.Wish wish) {
    send(ada, new RouteMessages.WishRoute(wish));
    return listed();
  }

  private List<RouteMessages.ShownRoute> listed() {
    send(ada, new RouteMessages.ListRoutes());
    return messages(ada, RouteMessages.Routes.class).getLast().list();
  }

  private void removeAll() {
    for (var route : listed()) send(ada, new RouteMessages.DropRoute(route.route()));
  }

  private List<WakeRoute> stored(String identity) {
    return node.store().reads(RouteReads.class).routes(identity);
  }

  private void store(Write... writes) {
    node.store()
        .submit(
            new Committer.Submission(
                new CellId("test", "test"),
                1,
                Unit.required(List.of(writes), List.of(), List.of())));
    node.run();
  }

  private void gate(GateState state) {
    store(new SaveGate(new StoredGate(state, 1, "server", "test")));
  }

  private void mail(Priority priority) {
    mail(cy, ADA, "please look", priority);
  }

  private void window() {
    pass(Duration.ofSeconds(160));
    work();
  }

  @Test
  void behaviour_46_the_same_route_twice_is_one_row_and_two_filters_are_two() {
    int before = listed().size();
    set(wish("message", "immediate", CY));
    var again = set(wish("message", "silent", CY));
    assertThat(again).hasSize(before + 1);
    assertThat(again.getLast().wish().policy()).isEqualTo("silent");
    assertThat(set(wish("message", "immediate", CY, BOB))).hasSize(before + 2);
    assertThat(stored(ADA)).hasSize(before + 2);
  }

  private static WakeRoute raw(long n, String filter) {
    return new WakeRoute(
        ADA,
        n,
        WakeTrigger.MESSAGE,
        filter,
        RouteTarget.SEAT,
        "",
        WakePolicy.IMMEDIATE,
        -1,
        new RouteMarks(0, 0, 0, 0),
        0,
        null,
        "server");
  }

  @Test
  void behaviour_47_of_stored_duplicates_only_the_newest_stays() {
    store(
        new SaveRoute(raw(20, "{\"least\":\"low\",\"from\":[\"@b\",\"@a\"]}"), null),
        new SaveRoute(raw(21, "{\"least\":\"low\",\"from\":[\"@a\",\"@b\"]}"), null),
        new SaveRoute(raw(22, "{\"from\":[\"@a\",\"@b\"],\"least\":\"low\"}"), null),
        new SaveRouteBook(ADA, 23));
    node = node.kill();
    minute();
    assertThat(stored(ADA)).extracting(WakeRoute::n).contains(22L).doesNotContain(20L, 21L);
    assertThat(stored(ADA)).hasSize(7);
  }

  @Test
  void behaviour_48_a_name_that_is_not_canonical_is_refused_and_the_valid_ones_are_listed() {
    ada.sendText("{\"type\":\"ROUTE_SET\",\"trigger\":\"Message\"}");
    node.run();
    assertThat(TaskFixture.lastError(ada))
        .contains("message, mention, task, permission, pulse, timer");
    ada.sendText("{\"type\":\"ROUTE_SET\",\"trigger\":\"message\",\"target\":\"tmux\"}");
    node.run();
    assertThat(TaskFixture.lastError(ada)).contains("seat, session, harness, webhook");
    assertThat(stored(ADA)).hasSize(6);
  }

  @Test
  void an_agent_cannot_say_what_is_called() {
    for (var field : List.of("address", "url", "command")) {
      ada.sendText("{\"type\":\"ROUTE_SET\",\"trigger\":\"message\",\"" + field + "\":\"x\"}");
      node.run();
      assertThat(TaskFixture.lastError(ada)).contains("only people say what is called");
    }
    ada.sendText("{\"type\":\"ROUTE_SET\",\"trigger\":\"message\",\"target\":\"webhook\"}");
    node.run();
    assertThat(TaskFixture.lastError(ada)).contains("only people set a webhook");
    assertThat(stored(ADA)).hasSize(6);
  }

  @Test
  void behaviour_49_every_seat_gets_its_first_routes_whatever_its_harness_is() {
    var names = List.of("scripted", "a harness that is gone");
    for (int i = 0; i < names.size(); i++) {
      var key = SeededIdentity.of(50 + i);
      var id = "@" + key.publicKey().agentId();
      known(key, "seat" + i);
      var seat =
          new Seat(id, names.get(i), null, List.of(), List.of(), null, true, Priority.LOW, 5, null);
      node.tell(SeatCell.at(id), new SeatCommand.Define(seat));
      minute();
      assertThat(stored(id))
          .extracting(WakeRoute::trigger)
          .containsExactly(
              WakeTrigger.MESSAGE,
              WakeTrigger.MENTION,
              WakeTrigger.TASK,
              WakeTrigger.PERMISSION,
              WakeTrigger.PULSE,
              WakeTrigger.TIMER);
    }
  }

  @Test
  void behaviour_50_what_only_the_store_knows_is_enough_and_without_a_seat_the_error_is_clear() {
    known(BOB_KEY, "bob");
    var bob = node.connect("bob").identifyAside(BOB_KEY);
    node.run();
    send(bob, new RouteMessages.WishRoute(wish("message", "silent")));
    assertThat(messages(bob, ServerMessage.Failure.class).getLast().code())
        .isEqualTo(ErrorCode.NOT_ALLOWED);
    assertThat(TaskFixture.lastError(bob)).contains("You have no seat");
    define(BOB);
    // No beat came between: the view of this process does not know the seat.
    send(bob, new RouteMessages.WishRoute(wish("message", "silent")));
    assertThat(stored(BOB)).hasSize(6);
    assertThat(stored(BOB).getFirst().policy()).isEqualTo(WakePolicy.SILENT);
  }

  @Test
  void behaviour_51_and_63_without_a_route_nothing_comes_and_a_later_route_needs_no_restart() {
    removeAll();
    assertThat(listed()).isEmpty();
    mail(Priority.HIGH);
    minutes(40);
    assertThat(wakes(ADA)).isEmpty();
    set(wish("message", "immediate"));
    minutes(20);
    assertThat(wakes(ADA)).as("what was there before is history").isEmpty();
    mail(Priority.HIGH);
    window();
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(harness().calls().getLast().text()).contains("1 unread", "1 older unread");
  }

  @Test
  void routes_that_were_removed_stay_removed_over_a_restart() {
    removeAll();
    node = node.kill();
    minutes(3);
    assertThat(stored(ADA)).isEmpty();
  }

  @Test
  void behaviour_54_one_fact_that_two_routes_match_is_one_wake() {
    set(wish("message", "immediate", CY));
    mail(Priority.HIGH);
    minutes(25);
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(calls("nudge")).isEqualTo(1);
  }

  @Test
  void a_filter_lets_only_what_matches_all_of_it_through() {
    removeAll();
    send(
        ada,
        new RouteMessages.WishRoute(
            new RouteMessages.Wish(
                "message",
                Priority.HIGH,
                List.of(CY),
                List.of("build"),
                null,
                "seat",
                "immediate",
                0)));
    mail(Priority.HIGH);
    mail(Priority.LOW);
    minutes(10);
    assertThat(wakes(ADA)).isEmpty();
    cy.send(
        new ClientMessage.Msg(
            ADA, "it broke", null, null, List.of("build"), null, Priority.HIGH, false));
    node.run();
    pass(Duration.ofSeconds(1));
    work();
    assertThat(wakes(ADA)).as("at once, as its window says").hasSize(1);
    assertThat(harness().calls().getLast().text()).contains("1 unread");
  }

  @Test
  void behaviour_56_mail_beyond_the_horizon_wakes_nobody_and_stays_listed() {
    gate(GateState.CLOSED);
    mail(Priority.HIGH);
    minutes(61);
    gate(GateState.OPEN);
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

  /** Returns what the sender of the newest message hears of why it wakes nobody. */
  private List<String> held() {
    var entries = node.store().reads(EntryReads.class);
    var last = entries.after(ADA, entries.head(ADA).lastSeq() - 1, 1).getFirst().msgId();
    send(cy, new ReceiptMessages.AskReceipt(Objects.requireNonNull(last)));
    var answers = messages(cy, ReceiptMessages.Receipt.class);
    return answers.isEmpty() ? List.of() : answers.getLast().held();
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
