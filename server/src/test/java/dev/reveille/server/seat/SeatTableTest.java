package dev.reveille.server.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.store.TableContract;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of every store about seats, bodies, sessions and handoffs. */
class SeatTableTest extends TableContract {
  private static final String ADA = "@ada";
  private static final Seat SEAT = seat(ADA);

  static Seat seat(String identity) {
    return new Seat(
        identity,
        "scripted",
        "/work",
        List.of("run", "a \"b\""),
        List.of("A=1"),
        null,
        true,
        Priority.HIGH,
        20,
        new QuietHours(1320, 420, "Europe/Berlin"));
  }

  private static SeatSession session(String id, long epoch, long at) {
    return new SeatSession(
        id, ADA, epoch, null, StartReason.FIRST, at, null, null, null, ModelUse.UNKNOWN);
  }

  private static SeatProgress moved(long seq) {
    return new SeatProgress(
        new SeatStatus(SeatState.RATE_LIMITED, true, true),
        new SeatWishes(3, new QuietHours(0, 60, "UTC")),
        99,
        "s2",
        "s1",
        1234L,
        true,
        new TrackRecord(2, 1, 3, 77, TrackRecord.Deeds.SPOKE),
        true,
        IdleBy.SILENCE,
        SeatStep.VERIFY_GONE,
        7,
        seq);
  }

  private SeatReads reads() {
    return store.reads(SeatReads.class);
  }

  private MemoryReads memory() {
    return store.reads(MemoryReads.class);
  }

  @Test
  void a_seat_and_its_state_are_read_as_they_were_written() {
    units.required("a", 1, new SaveSeat(SEAT, 5));
    units.await();
    assertThat(reads().seat(ADA)).contains(new StoredSeat(SEAT, SeatProgress.begin(5)));
    units.required("a", 1, new MoveSeat(ADA, moved(1), 0));
    units.await();
    reopenStore();
    assertThat(reads().seat(ADA)).contains(new StoredSeat(SEAT, moved(1)));
  }

  @Test
  void a_new_definition_keeps_the_state_and_the_wishes() {
    units.required("a", 1, new SaveSeat(SEAT, 5), new MoveSeat(ADA, moved(1), 0));
    var other =
        new Seat(ADA, "tmux", null, List.of(), List.of(), "r", false, Priority.LOW, 1, null);
    units.required("a", 1, new SaveSeat(other, 6));
    assertThat(units.outcome()).isEqualTo("ss");
    assertThat(reads().seat(ADA)).contains(new StoredSeat(other, moved(1)));
  }

  @Test
  void a_change_that_is_not_the_next_one_is_refused() {
    units.required("a", 1, new SaveSeat(SEAT, 5), new MoveSeat(ADA, moved(1), 0));
    units.required("b", 1, new MoveSeat(ADA, moved(2), 0));
    units.required("c", 1, new MoveSeat("@nobody", moved(1), 0));
    assertThat(units.outcome()).isEqualTo("srr");
  }

  @Test
  void of_two_that_take_a_body_one_is_refused() {
    units.required("a", 1, new TakeBody(new StoredBody(ADA, "seat", "s1", 1)));
    units.required("b", 1, new TakeBody(new StoredBody(ADA, "seat", "s2", 1)));
    units.required("c", 1, new TakeBody(new StoredBody(ADA, "seat", "s3", 2)));
    units.required("d", 1, new TakeBody(new StoredBody(ADA, "seat", "s4", 2)));
    assertThat(units.outcome()).isEqualTo("srsr");
    assertThat(reads().body(ADA)).contains(new StoredBody(ADA, "seat", "s3", 2));
    assertThat(reads().body("@bob")).isEmpty();
  }

  @Test
  void a_log_is_read_from_its_end_and_goes_with_the_seat() {
    units.required("a", 1, new SaveSeat(SEAT, 5), row(1, null), row(2, "s1"), row(3, "s1"));
    units.required("b", 1, row(2, null));
    assertThat(units.outcome()).isEqualTo("sr");
    assertThat(reads().log(ADA, 3, 10)).extracting(StoredSeatLog::seq).containsExactly(2L, 1L);
    assertThat(reads().log(ADA, Long.MAX_VALUE, 1)).containsExactly(row(3, "s1").row());
    units.required("a", 1, new RemoveSeat(ADA));
    units.await();
    assertThat(reads().log(ADA, 9, 10)).isEmpty();
    assertThat(reads().seat(ADA)).isEmpty();
    assertThat(reads().count()).isZero();
  }

  private static AppendSeatLog row(long seq, @Nullable String session) {
    return new AppendSeatLog(
        new StoredSeatLog(
            ADA, seq, 50, "SUNSET", SeatState.IDLE, SeatState.ENDED, session, "agent", "why"));
  }

  @Test
  void seats_are_read_in_pages() {
    for (var id : List.of("@c", "@a", "@b")) units.required("a", 1, new SaveSeat(seat(id), 1));
    units.await();
    assertThat(reads().seats("", 2))
        .extracting(s -> s.seat().identity())
        .containsExactly("@a", "@b");
    assertThat(reads().seats("@b", 2)).extracting(s -> s.seat().identity()).containsExactly("@c");
    assertThat(reads().count()).isEqualTo(3);
  }

  /** The clock was set back between the two: the lease knows which one is later. */
  @Test
  void behaviour_24_the_latest_session_is_that_of_the_highest_epoch_whatever_the_clock_said() {
    units.required("a", 1, new SaveSeatSession(session("zzz", 1, 9_000)));
    units.required("a", 1, new SaveSeatSession(session("aaa", 2, 1_000)));
    units.await();
    assertThat(memory().sessions(ADA, 1)).extracting(SeatSession::id).containsExactly("aaa");
  }

  @Test
  void what_becomes_of_a_session_is_stored() {
    var first = session("s1", 1, 10);
    units.required("a", 1, new SaveSeatSession(first));
    var ended =
        first.seen(20).using(new ModelUse("m", 1L, 2L, 3L, 4L)).ended(30, SessionEnding.CRASHED);
    units.required("a", 1, new SaveSeatSession(ended));
    units.required("b", 1, new SaveSeatSession(session("s2", 1, 10)));
    assertThat(units.outcome()).isEqualTo("ssr");
    assertThat(memory().session("s1")).isEqualTo(Optional.of(ended));
    assertThat(memory().session("s9")).isEmpty();
  }

  private static NoteUse used(String session, long at, long tokens) {
    return new NoteUse(new StoredUse(ADA, session, at, tokens, tokens * 10));
  }

  @Test
  void the_use_of_a_session_is_read_from_the_last_note_before_a_time() {
    long slot = StoredUse.SLOT_MILLIS;
    units.required("a", 1, used("s1", 10, 1), used("s1", 20, 2), used("s1", slot + 7, 3));
    units.required("a", 1, used("s1", 2 * slot, 4), used("s2", slot, 9));
    units.await();
    reopenStore();
    var reads = store.reads(SeatUseReads.class);
    assertThat(reads.use("s1", slot + 6)).extracting(StoredUse::tokens).containsExactly(2L, 3L, 4L);
    assertThat(reads.use("s1", slot + 7)).extracting(StoredUse::tokens).containsExactly(3L, 4L);
    assertThat(reads.use("s1", 0)).hasSize(3);
    assertThat(reads.use("s1", 9 * slot)).containsExactly(used("s1", 2 * slot, 4).use());
    assertThat(reads.use("s9", 0)).isEmpty();
  }

  @Test
  void sessions_that_were_started_in_a_time_are_counted() {
    units.required("a", 1, new SaveSeatSession(session("s1", 1, 10)));
    units.required("a", 1, new SaveSeatSession(session("s2", 2, 20)));
    units.required("a", 1, new SaveSeatSession(session("s3", 3, 30)));
    var failed = session("s3", 3, 30).ended(31, SessionEnding.START_FAILED);
    units.required("a", 1, new SaveSeatSession(failed));
    units.required("a", 1, new SaveSeatSession(session("s4", 4, 40)));
    var ended = session("s4", 4, 40).ended(45, SessionEnding.SUNSET);
    units.required("a", 1, new SaveSeatSession(ended));
    units.await();
    assertThat(memory().starts(20, 40)).isEqualTo(2);
    assertThat(memory().starts(41, 99)).isZero();
  }

  @Test
  void old_handoffs_are_removed_and_what_was_worked_on_is_found_from_both_sides() {
    for (int i = 1; i <= 4; i++) {
      units.required("a", 1, new AddHandoff(handoff(i, List.of("#x", "t" + i)), 2));
    }
    units.required("b", 1, new AddHandoff(handoff(4, List.of()), 2));
    assertThat(units.outcome()).isEqualTo("ssssr");
    assertThat(memory().handoffs(ADA, Long.MAX_VALUE, 10))
        .containsExactly(handoff(4, List.of("#x", "t4")), handoff(3, List.of("#x", "t3")));
    assertThat(memory().workedOn(ADA, 1).getFirst().at()).isEqualTo(104);
    assertThat(memory().workedOn(ADA, 10)).hasSize(5);
    assertThat(memory().workers("#x", 10)).containsExactly(new WorkedOnLast(ADA, "#x", "s", 104));
  }

  private static Handoff handoff(long number, List<String> things) {
    return new Handoff(
        ADA, "s", number, 100 + number, Handoff.Author.AGENT, "d", "n\n", "q?", things);
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(
        SeatSql.SEAT,
        SeatSql.SEATS,
        SeatSql.LOG,
        SeatSql.BODY,
        MemorySql.SESSIONS,
        MemorySql.SESSION,
        MemorySql.STARTS,
        MemorySql.HANDOFFS,
        MemorySql.WORKED_ON,
        MemorySql.WORKERS,
        SeatUseTable.OF_SESSION);
  }
}
