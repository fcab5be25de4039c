package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.RouteMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.route.SaveRoute;
import dev.reveille.server.route.SaveRouteBook;
import dev.reveille.server.route.WakeRoute;
import dev.reveille.server.seat.Seat;
import dev.reveille.server.seat.SeatCell;
import dev.reveille.server.seat.SeatCommand;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stored routes: which there are, who may set them, and what they let through. */
class RouteTest extends RouteFixture {
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
}
