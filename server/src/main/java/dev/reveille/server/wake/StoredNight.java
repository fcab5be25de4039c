package dev.reveille.server.wake;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.seat.MemoryReads;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoreException;
import dev.reveille.server.task.TaskReads;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says from the store what the report of a night tells about seats. */
public final class StoredNight implements NightSeats {
  private static final int PAGE = 500;
  private static final int SESSIONS = 100;
  private static final int MOST_NEEDS = 200;

  private final Store store;
  private final Clock clock;

  public StoredNight(Store store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  public @Nullable String state(String seat) {
    return store
        .reads(SeatReads.class)
        .seat(seat)
        .map(found -> found.progress().status().state().word())
        .orElse(null);
  }

  @Override
  public Reading unread(String seat) {
    try {
      var mail = new MailSensor(store).look(seat, Long.MIN_VALUE);
      return Reading.of(mail.senders().stream().mapToLong(MailLook.FromSender::all).sum());
    } catch (StoreException e) {
      return Reading.UNKNOWN;
    }
  }

  /** Returns the sum over the sessions of that time; unknown if one of them is not known. */
  @Override
  public Reading tokens(String seat, long since) {
    var sum = Reading.ZERO;
    for (var session : store.reads(MemoryReads.class).sessions(seat, SESSIONS)) {
      var endedAt = session.endedAt();
      if (endedAt != null && endedAt < since) continue;
      var in = session.use().inputTokens();
      var out = session.use().outputTokens();
      sum = sum.plus(in == null || out == null ? Reading.UNKNOWN : Reading.of(in + out));
    }
    return sum;
  }

  @Override
  public List<MorningReport.NeedsPerson> needs() {
    var needs = new ArrayList<MorningReport.NeedsPerson>();
    var last = "";
    while (needs.size() < MOST_NEEDS) {
      var page = store.reads(SeatReads.class).seats(last, PAGE);
      for (var seat : page) {
        last = seat.seat().identity();
        if (seat.progress().status().state() == SeatState.LOST) {
          needs.add(
              new MorningReport.NeedsPerson(
                  seat.progress().since(), last + " is lost: its harness cannot be seen"));
        }
      }
      if (page.size() < PAGE) break;
    }
    for (var state : List.of(TaskState.AUTH_REQUIRED, TaskState.INPUT_REQUIRED)) {
      for (var placed : store.reads(TaskReads.class).in(state, Long.MAX_VALUE, PAGE)) {
        var task = placed.task();
        needs.add(
            new MorningReport.NeedsPerson(
                task.progress().updatedAt(),
                "Task "
                    + task.id()
                    + " of "
                    + task.facts().originator()
                    + (state == TaskState.AUTH_REQUIRED
                        ? " waits for a permission"
                        : " waits for an answer of its originator")
                    + " for "
                    + WakeLine.ago(clock.wallMillis() - task.progress().updatedAt())));
      }
    }
    return needs;
  }
}
