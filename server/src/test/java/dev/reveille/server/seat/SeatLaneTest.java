package dev.reveille.server.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatState;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.seat.SeatLane.Part;
import dev.reveille.server.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lane of a seat, made from its stored log. */
class SeatLaneTest {
  private static final String ADA = "@ada";
  private final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});
  private final List<Write> writes = new ArrayList<>();
  private SeatState state = SeatState.NEVER_STARTED;
  private long seq;

  private void log(long at, String event, SeatState next) {
    writes.add(
        new AppendSeatLog(new StoredSeatLog(ADA, ++seq, at, event, state, next, null, "test", "")));
    state = next;
  }

  private SeatLane lane(long from, long to) {
    var seat =
        new Seat(ADA, "scripted", null, List.of(), List.of(), null, true, Priority.NORMAL, 9, null);
    var unit = Unit.required(writes, List.of(), List.of());
    store.submit(new Committer.Submission(new CellId("seat", ADA), 1, unit));
    store.commitAll();
    var progress = SeatProgress.begin(0).withStatus(new SeatStatus(state, false, false), 0);
    return SeatLane.of(store.reads(SeatReads.class), new StoredSeat(seat, progress), from, to);
  }

  @Test
  void a_lane_has_each_state_from_its_begin_to_its_end() {
    log(10, "DEFINED", SeatState.NEVER_STARTED);
    log(20, "START_BEGUN", SeatState.BOOTING);
    log(30, "TURN_STARTED", SeatState.ACTIVE);
    log(35, "NUDGE", SeatState.ACTIVE);
    log(60, "WENT_SILENT", SeatState.IDLE);
    assertThat(lane(0, 100).parts())
        .containsExactly(
            new Part(10, 20, SeatState.NEVER_STARTED),
            new Part(20, 30, SeatState.BOOTING),
            new Part(30, 60, SeatState.ACTIVE),
            new Part(60, 100, SeatState.IDLE));
    assertThat(lane(25, 50).parts())
        .containsExactly(new Part(25, 30, SeatState.BOOTING), new Part(30, 50, SeatState.ACTIVE));
  }

  @Test
  void a_moment_before_the_seat_has_no_state() {
    log(10, "DEFINED", SeatState.NEVER_STARTED);
    assertThat(lane(0, 5).last()).isNull();
    assertThat(lane(0, 11).last()).isEqualTo(SeatState.NEVER_STARTED);
  }

  @Test
  void a_clock_that_was_set_back_makes_no_part_that_ends_before_it_begins() {
    log(50, "DEFINED", SeatState.NEVER_STARTED);
    log(80, "START_BEGUN", SeatState.BOOTING);
    log(40, "TURN_STARTED", SeatState.ACTIVE);
    var parts = lane(0, 100).parts();
    assertThat(parts).allMatch(part -> part.from() < part.to());
    assertThat(parts.getLast()).isEqualTo(new Part(40, 100, SeatState.ACTIVE));
  }

  @Test
  void a_lane_is_cut_down_to_slots_and_never_hides_that_a_seat_was_lost() {
    log(0, "DEFINED", SeatState.NEVER_STARTED);
    for (int i = 0; i < 1_000; i++) {
      boolean lost = i == 500;
      log(1 + i * 10L, "X", lost ? SeatState.LOST : SeatState.ACTIVE);
      log(9 + i * 10L, "Y", SeatState.IDLE);
    }
    var lane = lane(0, 10_000);
    var cut = lane.cut(0, 10_000, 100);
    assertThat(cut.size()).isLessThanOrEqualTo(100);
    assertThat(cut).anyMatch(part -> part.state() == SeatState.LOST);
    assertThat(cut.getFirst().from()).isZero();
    assertThat(cut.getLast().to()).isEqualTo(10_000);
    for (int i = 1; i < cut.size(); i++) {
      assertThat(cut.get(i).from()).isEqualTo(cut.get(i - 1).to());
    }
  }
}
