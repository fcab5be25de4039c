package dev.reveille.server.kernel;

import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.MemoryStore;
import dev.reveille.server.store.TableContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;

/**
 * A cell with stored timers, on every kind of store. Its subclasses say what {@link StoredTimers}
 * promises.
 */
abstract class StoredTimersContract extends TableContract {
  static final CellId OWNER = new CellId("diary", "ada");
  static final String KIND = "diary.remind";
  static final Duration HOUR = Duration.ofHours(1);

  sealed interface Order extends Command {
    record Write(List<TimerWrite> writes) implements Order {}

    record Remind(TimerDue due) implements Order {}

    record Nothing() implements Order {}
  }

  /** Removes a timer in the unit that records its effect, unless a test says otherwise. */
  private final class Diary implements Cell {
    @Override
    public Step handle(Command command) {
      return switch ((Order) command) {
        case Order.Write(var writes) -> Step.of(Unit.required(writes, List.of(), List.of()));
        case Order.Nothing() -> Step.of(Unit.barrier(List.of()));
        case Order.Remind(var due) -> {
          told.add(due);
          yield reminded.apply(due);
        }
      };
    }

    @Override
    public boolean mayUnload() {
      return true;
    }
  }

  final ManualClock clock = new ManualClock();
  final List<TimerDue> told = Collections.synchronizedList(new ArrayList<>());
  volatile Function<TimerDue, Step> reminded = StoredTimersContract::effect;
  ManualTimers queue = new ManualTimers(clock);
  WallTimers timers = new WallTimers(clock, queue, Runnable::run);
  LaneHost host;

  @BeforeEach
  void start() {
    queue = new ManualTimers(clock);
    timers = new WallTimers(clock, queue, Runnable::run);
    timers.add(List.of(new TimerKind(KIND, "diary", Order.Remind::new)));
    host =
        new LaneHost(
            timers.around(_ -> new Diary()),
            timers.around(store),
            new EffectTable(() -> {}, timers.effects()),
            clock,
            Runnable::run,
            Runnable::run);
    timers.start(host, store.reads(TimerReads.class));
  }

  static Step effect(TimerDue due) {
    return Step.of(
        Unit.required(
            List.of(
                new RemoveTimer(due.timer()),
                new AppendEvent(1, "reminded", due.timer().key(), null, due.payload())),
            List.of(),
            List.of()));
  }

  /** The process ends and starts again after a while. */
  void restartAfter(Duration away) {
    reopenStore();
    clock.advance(away);
    start();
  }

  static TimerId id(String key) {
    return new TimerId(OWNER, KIND, key);
  }

  SetTimer timer(String key, Duration delay) {
    long now = clock.wallMillis();
    return new SetTimer(id(key), now + delay.toMillis(), now, "for " + key);
  }

  void set(String key, Duration delay) {
    decide(timer(key, delay));
  }

  void decide(TimerWrite... writes) {
    host.tell(OWNER, new Order.Write(List.of(writes)));
    settle();
  }

  /** Waits until all that was decided is settled, and what followed from it. */
  void settle() {
    for (int i = 0; i < 20; i++) {
      var settled = host.ask(new CellId("diary", "nobody"), new Order.Nothing());
      if (store instanceof MemoryStore memory) memory.commitAll();
      var _ = settled.toCompletableFuture().join();
    }
  }

  void pass(Duration time) {
    queue.advance(time);
    settle();
  }

  List<String> keys() {
    return told.stream().map(due -> due.timer().key()).toList();
  }
}
