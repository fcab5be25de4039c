package dev.reveille.server.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The host of one process with lanes that run at once, inside whoever offers them work: a called
 * cell has done everything before its caller goes on.
 */
class ImmediateHostTest extends HostContract {
  private final SeededScheduler scheduler = new SeededScheduler(new Random(7));
  private final FaultyCommitter committer = new FaultyCommitter(scheduler.serial());
  private final List<Effect> effects = new ArrayList<>();
  private final LaneHost host =
      new LaneHost(
          id -> load(id, committer.durable(id)),
          committer,
          new Effects() {
            @Override
            public void run(Effect effect) {
              effects.add(effect);
            }

            @Override
            public void flush() {}
          },
          new ManualClock(),
          Runnable::run,
          scheduler.serial());

  @Override
  Host host() {
    return host;
  }

  @Override
  void settle() {
    scheduler.runAll();
  }

  @Override
  List<Effect> effects() {
    return effects;
  }

  @Override
  void rest() {
    host.sweep(0);
  }

  @Override
  List<Write> durable(CellId cell) {
    return committer.durable(cell);
  }

  @Override
  void failOn(int number) {
    committer.failWhen(unit -> unit.writes().contains(new Figure(number)));
  }
}
