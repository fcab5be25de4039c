package dev.reveille.server.seat;

import dev.reveille.server.job.JobReads;
import dev.reveille.server.job.StoredJob;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.kernel.RemoveTimer;
import dev.reveille.server.kernel.SetTimer;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.TimerDue;
import dev.reveille.server.kernel.TimerId;
import dev.reveille.server.kernel.TimerKind;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the schedule of the dream layer: when the next look for ended sessions is, and that one look
 * runs at a time.
 */
final class DreamCell implements Cell {
  private static final Logger log = LoggerFactory.getLogger(DreamCell.class);
  static final CellId CELL = new CellId(Dreams.KIND, Dreams.KIND);
  private static final TimerId NEXT = new TimerId(CELL, Dreams.KIND, "next");

  /** The server has started: the schedule begins, or ends if it is off now. */
  record Begin() implements Command {}

  /** It is time for a look. */
  record Due(TimerDue timer) implements Command {}

  private final SeatConfig config;
  private final Clock clock;

  /** The number of the look that runs; 0 if none does. */
  private long open;

  DreamCell(SeatConfig config, Clock clock, JobReads jobs) {
    this.config = config;
    this.clock = clock;
    open = jobs.of(CELL).stream().mapToLong(StoredJob::number).max().orElse(0);
  }

  static TimerKind timerKind() {
    return new TimerKind(Dreams.KIND, Dreams.KIND, Due::new);
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  @Override
  public Step handle(Command command) {
    return switch (command) {
      case Begin _ -> Step.of(stored(List.of(next()), List.of()));
      case Due _ -> due();
      case JobEnd end -> ended(end);
      default -> throw new IllegalArgumentException(command.toString());
    };
  }

  private boolean isOff() {
    return config.dreamEvery().isZero() || config.dreamCommand().isEmpty();
  }

  private Write next() {
    long now = clock.wallMillis();
    return isOff()
        ? new RemoveTimer(NEXT)
        : new SetTimer(NEXT, now + config.dreamEvery().toMillis(), now, "");
  }

  private Step due() {
    if (isOff() || open > 0) return Step.of(stored(List.of(next()), List.of()));
    // A wall time as number: it rises, also across restarts.
    open = clock.wallMillis();
    var start =
        new StartJob(
            CELL, open, Dreams.KIND, new DreamRound(), config.dreamLimit().toMillis() * 25);
    return Step.of(stored(List.of(next(), start), List.of(start)));
  }

  private Step ended(JobEnd end) {
    if (end.number() != open) return Step.none();
    open = 0;
    var tells = new ArrayList<Effect>();
    if (end instanceof JobEnd.Done(_, DreamRound.Over(var dreamt, var failures))) {
      for (var each : dreamt) {
        tells.add(
            Tell.durable(
                SeatCell.at(each.identity()),
                new SeatCommand.Dreamt(each.session(), each.note()),
                each.session()));
      }
      for (var failure : failures) log.warn("A session was not consolidated: {}", failure);
    } else {
      log.warn("Sessions were not consolidated: {}", end);
    }
    return Step.of(stored(List.of(), tells));
  }

  private static Unit stored(List<Write> writes, List<? extends Effect> effects) {
    return Unit.required(writes, effects, List.of());
  }
}
