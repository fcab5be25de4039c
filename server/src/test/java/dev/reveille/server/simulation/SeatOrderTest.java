package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatAnswers;
import dev.reveille.protocol.SeatMessages;
import dev.reveille.protocol.SeatOrders;
import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.seat.ScriptedHarness;
import dev.reveille.server.seat.Seat;
import dev.reveille.server.seat.SeatCell;
import dev.reveille.server.seat.SeatCommand;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.seat.SeatReads;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The orders of administrators about seats. */
class SeatOrderTest extends SeatFixture {
  private SimulatedAgent operator = node.connect("operator").identify(BOB_KEY);

  @BeforeEach
  void ada_has_been_here() {
    var ada = node.connect("ada").identify(ADA_KEY);
    node.run();
    ada.vanish();
    node.run();
  }

  private static SeatOrders.AddSeat add(String identity, String harness, @Nullable String quiet) {
    return new SeatOrders.AddSeat(
        identity,
        harness,
        "/work",
        List.of("run", "--fast"),
        List.of("SECRET=hunter2"),
        null,
        true,
        Priority.NORMAL,
        20,
        quiet);
  }

  private ServerMessage.AdminResult order(AdminOrder order) {
    int before = messages(operator, ServerMessage.AdminResult.class).size();
    send(operator, new ClientMessage.Admin(order, SimulatedNode.ADMIN_KEY));
    var all = messages(operator, ServerMessage.AdminResult.class);
    assertThat(all).as(TaskFixture.lastError(operator)).hasSize(before + 1);
    return all.getLast();
  }

  private ErrorCode refused(AdminOrder order) {
    send(operator, new ClientMessage.Admin(order, SimulatedNode.ADMIN_KEY));
    return messages(operator, ServerMessage.Failure.class).getLast().code();
  }

  @Test
  void a_seat_is_defined_by_the_name_of_its_agent_and_listed() {
    var added = order(add("ada", ScriptedHarness.NAME, "22:00-07:00 Europe/Berlin"));
    assertThat(added.extras()).contains("\"state\":\"never-started\"").contains(ADA);
    var listed = order(new SeatOrders.ListSeats()).extras();
    assertThat(listed)
        .contains("\"name\":\"ada\"")
        .contains("\"harnesses\":[\"scripted\"]")
        .contains("\"total\":1");
    var stored = node.store().reads(SeatReads.class).seat(ADA).orElseThrow();
    assertThat(stored.seat().command()).containsExactly("run", "--fast");
  }

  @Test
  void what_it_executes_is_shown_to_an_administrator_without_the_values_of_variables() {
    order(add("ada", ScriptedHarness.NAME, null));
    var shown = order(new SeatOrders.ShowSeat(ADA)).extras();
    assertThat(shown)
        .contains("\"command\":[\"run\",\"--fast\"]")
        .contains("\"environment\":[\"SECRET\"]")
        .contains("\"event\":\"DEFINED\"")
        .doesNotContain("hunter2");
  }

  @Test
  void behaviour_48_an_unknown_harness_is_refused_and_the_valid_names_are_listed() {
    assertThat(refused(add("ada", "Scripted", null))).isEqualTo(ErrorCode.INVALID_MSG);
    assertThat(TaskFixture.lastError(operator)).contains("It has: scripted");
    assertThat(node.store().reads(SeatReads.class).count()).isZero();
  }

  @Test
  void an_unknown_agent_and_wrong_hours_are_refused() {
    assertThat(refused(add("eve", ScriptedHarness.NAME, null)))
        .isEqualTo(ErrorCode.AGENT_NOT_FOUND);
    assertThat(refused(add("ada", ScriptedHarness.NAME, "all day")))
        .isEqualTo(ErrorCode.INVALID_MSG);
    assertThat(refused(new SeatOrders.BenchSeat("ada"))).isEqualTo(ErrorCode.AGENT_NOT_FOUND);
  }

  @Test
  void a_benched_seat_is_not_started_and_resuming_takes_it_back_and_starts_it() {
    order(add("ada", ScriptedHarness.NAME, null));
    order(new SeatOrders.BenchSeat("ada"));
    assertThat(state(ADA)).isEqualTo(SeatState.BENCHED);
    order(new SeatOrders.ResumeSeat("ada", false));
    work();
    assertThat(state(ADA)).isEqualTo(SeatState.ACTIVE);
    assertThat(log(ADA)).containsSubsequence("BENCHED", "UNBENCHED", "START_BEGUN");
    order(new SeatOrders.ResumeSeat("ada", false));
    work();
    assertThat(sessions(ADA)).hasSize(1);
  }

  @Test
  void a_removed_seat_leaves_its_memory_and_a_new_one_continues_the_epochs() {
    order(add("ada", ScriptedHarness.NAME, null));
    order(new SeatOrders.ResumeSeat("ada", false));
    work();
    long epoch = session(ADA).epoch();
    order(new SeatOrders.RemoveSeat("ada"));
    assertThat(node.store().reads(SeatReads.class).seat(ADA)).isEmpty();
    assertThat(sessions(ADA)).hasSize(1);
    order(add("ada", ScriptedHarness.NAME, null));
    order(new SeatOrders.ResumeSeat("ada", false));
    work();
    assertThat(session(ADA).epoch()).isGreaterThan(epoch);
  }

  @Test
  void an_administrator_reads_the_memory_of_an_agent() {
    order(add("ada", ScriptedHarness.NAME, null));
    order(new SeatOrders.ResumeSeat("ada", false));
    work();
    var ada = connect(ADA_KEY, session(ADA).id());
    send(
        ada,
        new SeatMessages.LeaveHandoff(
            new SeatMessages.Note("did it", "", "", List.of("task_1")), null));
    var memory = SeatAnswers.Memory.of(order(new SeatOrders.ShowMemory("ada")).extras());
    assertThat(memory.agent()).isEqualTo(ADA);
    assertThat(memory.handoffs().getFirst().note().done()).isEqualTo("did it");
    assertThat(memory.sessions()).hasSize(1);
  }

  @Test
  void behaviour_72_a_seat_that_never_started_is_started_as_the_first_and_not_as_ended() {
    order(add("ada", ScriptedHarness.NAME, null));
    order(new SeatOrders.ResumeSeat("ada", false));
    work();
    assertThat(harness().calls().getLast().text())
        .contains("Reason: first")
        .contains("Missing: the origin session")
        .contains("Missing: a handoff");
  }

  @Test
  void an_agent_has_no_way_to_say_what_is_executed() {
    order(add("ada", ScriptedHarness.NAME, null));
    order(new SeatOrders.ResumeSeat("ada", false));
    work();
    var ada = connect(ADA_KEY, session(ADA).id());
    var before = node.store().reads(SeatReads.class).seat(ADA).orElseThrow().seat();
    ada.sendText(
        "{\"type\":\"SEAT_SET\",\"daily_wakes\":3,\"command\":[\"rm\"],\"harness\":\"x\","
            + "\"folder\":\"/\",\"environment\":[\"A=1\"],\"route\":\"http://x\"}");
    ada.sendText("{\"type\":\"ADMIN_SEAT_ADD\",\"identity\":\"ada\",\"harness\":\"scripted\"}");
    node.run();
    assertThat(node.store().reads(SeatReads.class).seat(ADA).orElseThrow().seat())
        .isEqualTo(before);
    find(ADA, SeatEvent.TURN_STARTED);
  }

  @Test
  void the_process_of_a_seat_that_is_removed_is_ended() {
    define(ADA);
    start(ADA);
    order(new SeatOrders.RemoveSeat(ADA));
    work();
    assertThat(harness().living(ADA)).isEmpty();
    assertThat(node.store().reads(SeatReads.class).seat(ADA)).isEmpty();
  }

  @Test
  void a_seat_that_was_removed_and_added_starts_only_when_its_old_process_is_gone() {
    define(ADA);
    var first = start(ADA);
    order(new SeatOrders.RemoveSeat(ADA));
    node = node.kill();
    assertThat(harness().living(ADA)).as("the server died first").containsExactly(first);
    define(ADA);
    start(ADA);
    assertThat(calls()).endsWith("terminate", "isGone", "start", "inject");
    assertThat(harness().most()).isEqualTo(1);
  }

  @Test
  void a_seat_keeps_its_harness_while_its_session_may_run() {
    define(ADA);
    start(ADA);
    var old = seat(ADA);
    var other =
        new Seat(ADA, "other", null, List.of(), List.of(), null, true, old.priority(), 20, null);
    node.tell(SeatCell.at(ADA), new SeatCommand.Define(other));
    node.run();
    assertThat(log(ADA)).endsWith("NOT DEFINED ANEW");
    assertThat(node.store().reads(SeatReads.class).seat(ADA).orElseThrow().seat()).isEqualTo(old);
    exit(ADA, SeatEvent.EXITED);
    node.tell(SeatCell.at(ADA), new SeatCommand.Define(other));
    node.run();
    assertThat(log(ADA)).endsWith("DEFINED ANEW");
  }
}
