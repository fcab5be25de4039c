package dev.reveille.server.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatState;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.decision.SaveDecision;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.seat.IdleBy;
import dev.reveille.server.seat.MoveSeat;
import dev.reveille.server.seat.SaveSeat;
import dev.reveille.server.seat.Seat;
import dev.reveille.server.seat.SeatProgress;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.seat.SeatStatus;
import dev.reveille.server.seat.SeatWishes;
import dev.reveille.server.seat.StoredSeat;
import dev.reveille.server.seat.TrackRecord;
import dev.reveille.server.store.MemoryStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A seat that something holds for long needs a person, in the list and at its page alike. */
class SeatTroubleTest {
  private static final String ADA = "@ada";
  private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);
  private final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});
  private final OpenNeeds needs = new OpenNeeds(store, clock);
  private long n;

  private void store(Write... writes) {
    var unit = Unit.required(List.of(writes), List.of(), List.of());
    store.submit(new Committer.Submission(new CellId("test", "x"), 1, unit));
    store.commitAll();
  }

  private void seat(String id, SeatState state) {
    store(
        new SaveSeat(
            new Seat(
                id, "scripted", null, List.of(), List.of(), null, true, Priority.NORMAL, 48, null),
            clock.wallMillis()),
        new MoveSeat(
            id,
            new SeatProgress(
                new SeatStatus(state, false, false),
                SeatWishes.NONE,
                clock.wallMillis(),
                "s1",
                null,
                null,
                false,
                new TrackRecord(0, 0, 0, 0, TrackRecord.Deeds.NONE),
                false,
                IdleBy.TURN_END,
                null,
                0,
                1),
            0));
  }

  private void refused(String reasons) {
    n++;
    long now = clock.wallMillis();
    store(
        new SaveDecision(
            new StoredDecision(ADA, n, now, now, 1, WakeAction.NONE, reasons, "", null, null)));
  }

  private StoredSeat ada() {
    return store.reads(SeatReads.class).seat(ADA).orElseThrow();
  }

  private SeatNeed atItsPage() {
    var last = store.reads(WakeReads.class).last(ADA).orElse(null);
    var need = new SeatTrouble(store).of(ada(), last, clock.wallMillis()).orElse(null);
    return SeatNeed.of(ada().progress().status().state(), need, last, false);
  }

  private void isHeld(SeatState state, String reasons, String words, String atItsPage) {
    seat(ADA, state);
    refused(reasons);
    clock.advance(HALF_AN_HOUR.minusSeconds(1));
    assertThat(needs.all()).as("it may still pass").isEmpty();
    assertThat(atItsPage().group()).isNotEqualTo(SeatNeed.Group.PERSON);
    clock.advance(Duration.ofSeconds(1));
    assertThat(needs.all()).extracting(NeedsPerson::kind).containsExactly(NeedsPerson.Kind.HELD);
    assertThat(needs.all().getFirst().what()).contains(words);
    assertThat(atItsPage()).isEqualTo(new SeatNeed(SeatNeed.Group.PERSON, atItsPage));
  }

  @Test
  void a_session_that_is_too_large_to_be_woken_needs_a_person() {
    isHeld(
        SeatState.IDLE,
        "UNREAD,CONTEXT_TOO_LARGE",
        "mail is unread, but its session has too many tokens",
        "context");
  }

  @Test
  void a_used_budget_with_mail_of_high_priority_needs_a_person() {
    isHeld(SeatState.IDLE, "HIGH_UNREAD,BUDGET_USED", "its wakes of today are used up", "budget");
  }

  @Test
  void a_used_budget_with_other_mail_goes_on_at_midnight() {
    seat(ADA, SeatState.IDLE);
    refused("UNREAD,BUDGET_USED");
    clock.advance(Duration.ofHours(3));
    assertThat(needs.all()).isEmpty();
    assertThat(atItsPage().group()).isEqualTo(SeatNeed.Group.AT_REST);
  }

  @Test
  void a_seat_that_nothing_can_reach_needs_a_person() {
    isHeld(SeatState.IDLE, "TASK_WAITING,NOT_REACHABLE", "nothing can reach it", "unreachable");
  }

  @Test
  void an_end_that_nobody_knows_needs_a_person() {
    isHeld(SeatState.ENDED, "UNREAD,END_UNKNOWN", "it is not known how its session ended", "held");
  }

  @Test
  void mail_for_a_seat_that_was_never_started_needs_a_person() {
    isHeld(SeatState.NEVER_STARTED, "UNREAD,NEVER_STARTED", "a person starts it", "held");
  }

  @Test
  void sessions_that_end_without_progress_need_a_person_although_nothing_waits() {
    isHeld(SeatState.ENDED, "FRUITLESS_ENDS", "ended without progress", "crashes");
  }

  @Test
  void a_full_seat_without_a_successor_needs_a_person_also_without_a_decision() {
    seat(ADA, SeatState.FULL);
    clock.advance(HALF_AN_HOUR);
    assertThat(needs.all().getFirst().what()).contains("is full and got no successor");
    assertThat(atItsPage()).isEqualTo(new SeatNeed(SeatNeed.Group.PERSON, "full"));
  }

  @Test
  void a_seat_that_was_never_started_and_has_no_work_needs_nobody() {
    seat(ADA, SeatState.NEVER_STARTED);
    refused("NEVER_STARTED");
    clock.advance(Duration.ofDays(2));
    assertThat(needs.all()).isEmpty();
  }

  @Test
  void the_time_counts_from_the_first_row_with_the_obstacle() {
    seat(ADA, SeatState.IDLE);
    refused("UNREAD,TOO_SOON");
    clock.advance(Duration.ofMinutes(10));
    long begin = clock.wallMillis();
    refused("UNREAD,NOT_REACHABLE");
    clock.advance(Duration.ofMinutes(20));
    refused("UNREAD,TASK_WAITING,NOT_REACHABLE");
    clock.advance(Duration.ofMinutes(15));
    assertThat(needs.all()).extracting(NeedsPerson::since).containsExactly(begin);
  }

  @Test
  void of_many_needs_the_oldest_are_listed() {
    seat("@z", SeatState.LOST);
    clock.advance(Duration.ofSeconds(1));
    for (int i = 0; i < OpenNeeds.MOST + 10; i++) seat("@a%03d".formatted(i), SeatState.LOST);
    assertThat(needs.all()).hasSize(OpenNeeds.MOST);
    assertThat(needs.all().getFirst().subject()).isEqualTo("@z");
  }
}
