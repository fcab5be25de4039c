package dev.reveille.server.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.seat.ModelUse;
import dev.reveille.server.seat.NoteUse;
import dev.reveille.server.seat.SaveSeatSession;
import dev.reveille.server.seat.SeatSession;
import dev.reveille.server.seat.StartReason;
import dev.reveille.server.seat.StoredUse;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.task.AddTask;
import dev.reveille.server.task.StoredTask;
import dev.reveille.server.task.TaskProgress;
import dev.reveille.server.wake.WakeCommand;
import dev.reveille.server.wake.WakeRoom;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A filled night: every part of the report says what happened, in all three formats. */
class NightReportTest {
  private static final String ADA = WakeRoom.ADA;
  private static final long HOUR = 3_600_000;
  private final WakeRoom room = new WakeRoom();
  private final StoredNight night = new StoredNight(room.store, room.clock);
  private final long since = room.clock.wallMillis();

  private void store(Write... writes) {
    var unit = Unit.required(List.of(writes), List.of(), List.of());
    room.store.submit(new Committer.Submission(new CellId("test", "x"), 1, unit));
    room.store.commitAll();
  }

  private MorningReport report() {
    var reads = room.store.reads(WakeReads.class);
    return MorningReport.make(reads, night, since, room.clock.wallMillis());
  }

  private String text() {
    return ReportText.text(report(), night);
  }

  private String markdown() {
    return ReportText.markdown(report(), night);
  }

  private JsonNode json() {
    return Json.read(ReportJson.of(report(), night)).orElseThrow();
  }

  private void task(String id, String title, TaskState state, long createdAt, long endedAt) {
    var facts =
        new StoredTask.Facts(
            "@bob", ADA, ADA, title, Priority.NORMAL, List.of(), createdAt, null, null, "");
    var progress = new TaskProgress(state, ADA, endedAt, null, null, endedAt, 1, List.of(), 0);
    store(new AddTask(new StoredTask(id, facts, progress), List.of()));
  }

  private void session(String id, long epoch, long startedAt, @Nullable Long endedAt) {
    store(
        new SaveSeatSession(
            new SeatSession(
                id,
                ADA,
                epoch,
                null,
                StartReason.FIRST,
                startedAt,
                startedAt,
                endedAt,
                endedAt == null ? null : SessionEnding.CRASHED,
                ModelUse.UNKNOWN)));
  }

  private void used(String session, long at, long tokens, @Nullable Long microDollars) {
    store(new NoteUse(new StoredUse(ADA, session, at, tokens, microDollars)));
  }

  @Test
  void tasks_that_ended_in_the_night_are_in_it_and_others_are_not() {
    long begin = since - 9 * HOUR;
    task("task_a", "mend the *door*", TaskState.COMPLETED, begin, since + HOUR);
    task("task_b", "paint", TaskState.FAILED, begin, since + HOUR);
    task("task_c", "too early", TaskState.COMPLETED, begin, since - HOUR);
    room.clock.advance(Duration.ofHours(8));
    assertThat(text())
        .contains("Finished tasks: 1", "mend the *door*, completed, of @ada, task_a")
        .contains("Failed tasks: 1", "paint, failed")
        .doesNotContain("too early");
    assertThat(markdown()).contains("## Finished tasks: 1", "mend the \\*door\\*");
    assertThat(json().path("tasks_finished").findValuesAsString("id")).containsExactly("task_a");
    assertThat(json().path("tasks_failed").findValuesAsString("id")).containsExactly("task_b");
  }

  @Test
  void guards_that_tripped_are_counted_by_what_they_say() {
    var limit = new JsonText().field("reason", "too many messages").text();
    store(new AppendEvent(since - 5, "limit.hit", ADA, null, limit));
    room.clock.advance(Duration.ofHours(1));
    long at = room.clock.wallMillis();
    for (int i = 0; i < 3; i++) store(new AppendEvent(at, "limit.hit", ADA, "#a", limit));
    store(new AppendEvent(at, "agent.joined", ADA, null, null));
    var tripped = new JsonText().field("state", "tripped").field("reason", "three").text();
    var open = new JsonText().field("state", "open").field("reason", "mended").text();
    store(new AppendEvent(at, "wake.gate", null, null, tripped));
    store(new AppendEvent(at, "wake.gate", null, null, open));
    assertThat(text())
        .contains("Guards that tripped: 4")
        .contains("@ada hit a limit: too many messages (3 times)")
        .contains("the gate of all wakes is tripped: three")
        .doesNotContain("mended");
    assertThat(json().path("guards")).hasSize(2);
    assertThat(json().path("guards").path(0).path("times").asInt()).isEqualTo(3);
  }

  @Test
  void all_wakes_have_their_causes_and_all_missed_ones_their_reasons() {
    room.mailFrom(WakeRoom.BOB, 1, 0);
    var wake = room.pulse().getFirst();
    room.tell(new WakeCommand.TurnBegan(wake.nonce()));
    room.clock.advance(Duration.ofMinutes(30));
    room.gate = new StoredGate(GateState.CLOSED, 1, "root", "maintenance");
    room.mailFrom(WakeRoom.BOB, 2, 0);
    room.pass(Duration.ofMinutes(30));
    assertThat(text())
        .contains("woken: 1× mail of high priority is unread")
        .contains("6×: mail of high priority is unread, but", "a person closed the gate")
        .contains("6× a person closed the gate");
    var ada = json().path("seats").path(0);
    assertThat(ada.path("woken").path("HIGH_UNREAD").asInt()).isEqualTo(1);
    assertThat(ada.path("missed_looks").asInt()).isEqualTo(6);
    assertThat(ada.path("missed").path(0).path("held").toString()).contains("GATE_CLOSED");
    assertThat(markdown()).contains("  - woken: 1×");
  }

  @Test
  void a_session_that_reaches_into_the_night_counts_from_its_begin() {
    session("s1", 1, since - 20 * HOUR, since + HOUR);
    used("s1", since - 10 * HOUR, 1_000_000, 9_000_000L);
    used("s1", since + HOUR, 1_002_000, 9_500_000L);
    session("s2", 2, since + 2 * HOUR, null);
    used("s2", since + 3 * HOUR, 700, 250_000L);
    room.clock.advance(Duration.ofHours(4));
    room.pulse();
    assertThat(text())
        .contains("tokens 2700, money $0.75")
        .contains("session s1 ended, crashed")
        .contains("Sessions used 2700 tokens, $0.75.");
    assertThat(json().path("tokens").asLong()).isEqualTo(2_700);
    assertThat(json().path("micro_dollars").asLong()).isEqualTo(750_000);
    assertThat(json().path("seats").path(0).path("ended").path(0).path("how").asString())
        .isEqualTo("crashed");
  }

  @Test
  void what_is_not_known_of_a_session_is_unknown_and_not_zero() {
    session("s1", 1, since - 20 * HOUR, null);
    used("s1", since + HOUR, 1_002_000, null);
    room.clock.advance(Duration.ofHours(4));
    room.pulse();
    assertThat(text())
        .contains("tokens unknown, money unknown")
        .contains("Sessions used 0 tokens (unknown for 1 of 1 seats)");
    assertThat(json().path("tokens").isNull()).isTrue();
  }

  @Test
  void a_night_over_midnight_has_a_row_for_each_utc_day_of_a_seat() {
    session("s1", 1, since, null);
    room.pass(Duration.ofHours(21));
    used("s1", room.clock.wallMillis(), 100, 10L);
    room.mailFrom(WakeRoom.BOB, 1, 0);
    room.pass(Duration.ofHours(3));
    used("s1", room.clock.wallMillis(), 400, 60L);
    var days = report().seats().getFirst().days();
    assertThat(days).hasSize(2);
    assertThat(days.getFirst().looks() + days.getLast().looks())
        .isEqualTo(report().seats().getFirst().looks());
    assertThat(days.getFirst().tokens().value()).isEqualTo(100);
    assertThat(days.getLast().tokens().value()).isEqualTo(300);
    assertThat(text()).contains(" UTC: ", "tokens 300, money $0.00");
    assertThat(json().path("seats").path(0).path("days")).hasSize(2);
  }

  @Test
  void a_task_that_is_older_than_many_younger_ones_is_in_the_night_in_which_it_ended() {
    task("task_old", "the long one", TaskState.COMPLETED, since - 99 * HOUR, since + HOUR);
    for (int i = 0; i < 450; i++) {
      task("task_" + i, "young", TaskState.COMPLETED, since - 9 * HOUR + i, since - 8 * HOUR + i);
    }
    room.clock.advance(Duration.ofHours(8));
    assertThat(text()).contains("Finished tasks: 1", "the long one");
  }
}
