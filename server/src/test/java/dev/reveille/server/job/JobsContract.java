package dev.reveille.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.CancelJob;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.EffectTable;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.kernel.JobKind;
import dev.reveille.server.kernel.JobRequest;
import dev.reveille.server.kernel.JobResult;
import dev.reveille.server.kernel.Jobs;
import dev.reveille.server.kernel.LaneHost;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The promises about jobs, on threads and a real store as on a script and a store in memory. */
abstract class JobsContract {
  record Ask(long number) implements JobRequest {}

  record Got(String word) implements JobResult {}

  record Begin(long number, String kind, long limitMillis) implements Command {}

  record Abandon(long number) implements Command {}

  private static final CellId OWNER = new CellId("owner", "o");
  private static final String KIND = "asking";

  final ManualClock clock = new ManualClock();
  final ManualTimers timers = new ManualTimers(clock);
  private final List<JobEnd> ends = new CopyOnWriteArrayList<>();
  private volatile boolean fails;

  /** True if the owner begins another job when the next one ends. */
  private volatile boolean again;

  private Supplier<List<Long>> openJobs = List::of;

  @SuppressWarnings("NullAway.Init") // each test starts the process first
  private JobDesk desk;

  /** Makes what runs the jobs of a process that starts now. */
  abstract Jobs jobs();

  /** Does the work of a job, where work is done. */
  abstract JobResult work(Ask ask) throws Exception;

  /** Returns the store of a process that starts now, with what is durable. */
  abstract Store store();

  abstract Executor lanes();

  abstract Executor settling();

  /** Lets the work of a job bring this word, or throw it. */
  abstract void finish(long number, String word, boolean well);

  /** True if the work of this job was interrupted. */
  abstract boolean isInterrupted(long number);

  /** Returns when this is so. */
  abstract void until(BooleanSupplier condition);

  /** Starts the process. */
  final LaneHost start() {
    var store = store();
    var effects = new EffectTable(() -> {}, List.of());
    var reads = store.reads(JobReads.class);
    var host = new LaneHost(_ -> new Owner(reads), store, effects, clock, lanes(), settling());
    desk = new JobDesk(host, timers, jobs());
    desk.add(List.of(new JobKind<>(KIND, Ask.class, 2, 2, this::work)));
    effects.add(
        List.of(
            new EffectPart<>(StartJob.class, desk::start),
            new EffectPart<>(CancelJob.class, desk::cancel)));
    desk.findLost(reads);
    desk.tellLost();
    openJobs = () -> reads.of(OWNER).stream().map(StoredJob::number).toList();
    return host;
  }

  private final class Owner implements Cell {
    private final List<Long> open;

    Owner(JobReads reads) {
      open = new CopyOnWriteArrayList<>(reads.of(OWNER).stream().map(StoredJob::number).toList());
    }

    @Override
    public Step handle(Command command) {
      if (fails) throw new IllegalStateException("on purpose");
      return switch (command) {
        case Begin(long number, var kind, long limit) -> {
          open.add(number);
          var start = new StartJob(OWNER, number, kind, new Ask(number), limit);
          yield Step.of(Unit.required(List.of(start), List.of(start), List.of()));
        }
        case Abandon(long number) -> {
          open.remove(number);
          var cancel = new CancelJob(OWNER, number);
          yield Step.of(Unit.required(List.of(cancel), List.of(cancel), List.of()));
        }
        case JobEnd end -> {
          if (open.remove(end.number())) ends.add(end);
          if (!again) yield Step.none();
          again = false;
          open.add(end.number() + 1);
          var next = new StartJob(OWNER, end.number() + 1, "unknown", new Ask(2), 0);
          yield Step.of(Unit.required(List.of(next), List.of(next), List.of()));
        }
        default -> throw new IllegalArgumentException(command.toString());
      };
    }

    @Override
    public boolean mayUnload() {
      return true;
    }
  }

  private void begin(LaneHost host, long... numbers) {
    for (var number : numbers) host.tell(OWNER, new Begin(number, KIND, 0));
  }

  private void untilEnded(JobEnd... expected) {
    until(() -> ends.size() >= expected.length && openJobs.get().isEmpty());
    assertThat(ends).containsExactly(expected);
  }

  @Test
  void a_result_comes_to_the_owner_with_the_number_and_the_note_is_gone() {
    var host = start();
    begin(host, 1);
    until(() -> desk.running(KIND) == 1);
    assertThat(openJobs.get()).containsExactly(1L);
    finish(1, "hello", true);
    untilEnded(new JobEnd.Done(1, new Got("hello")));
  }

  @Test
  void an_owner_that_begins_the_next_job_when_one_ends_gets_both_ends() {
    var host = start();
    again = true;
    begin(host, 1);
    until(() -> desk.running(KIND) == 1);
    finish(1, "hello", true);
    until(() -> ends.size() == 2 && openJobs.get().isEmpty());
    assertThat(ends)
        .containsExactly(
            new JobEnd.Done(1, new Got("hello")),
            new JobEnd.Refused(2, "There are no jobs of kind unknown"));
  }

  @Test
  void work_that_throws_fails_with_its_words() {
    var host = start();
    begin(host, 1);
    until(() -> desk.running(KIND) == 1);
    finish(1, "no line", false);
    until(() -> ends.size() == 1);
    assertThat(ends.getFirst())
        .isInstanceOfSatisfying(
            JobEnd.Failed.class, end -> assertThat(end.reason()).contains("no line"));
  }

  @Test
  void so_many_run_and_wait_in_order_and_further_ones_are_refused() {
    var host = start();
    begin(host, 1, 2, 3, 4, 5);
    until(() -> ends.size() == 1);
    assertThat(ends.getFirst())
        .isEqualTo(new JobEnd.Refused(5, "Too many jobs of kind asking run and wait"));
    assertThat(desk.running(KIND)).isEqualTo(2);
    assertThat(desk.waiting(KIND)).isEqualTo(2);
    finish(2, "two", true);
    until(() -> ends.size() == 2 && desk.waiting(KIND) == 1);
    finish(3, "three", true);
    until(() -> ends.size() == 3 && desk.waiting(KIND) == 0);
    finish(1, "one", true);
    finish(4, "four", true);
    until(() -> ends.size() == 5 && openJobs.get().isEmpty());
    assertThat(ends.stream().map(JobEnd::number)).startsWith(5L, 2L, 3L);
  }

  @Test
  void a_kind_that_nobody_has_is_refused() {
    var host = start();
    host.tell(OWNER, new Begin(1, "unknown", 0));
    untilEnded(new JobEnd.Refused(1, "There are no jobs of kind unknown"));
  }

  @Test
  void the_result_of_a_cancelled_job_is_ignored_and_its_place_is_free_once_it_stopped() {
    var host = start();
    begin(host, 1, 2, 3);
    until(() -> desk.running(KIND) == 2 && desk.waiting(KIND) == 1);
    host.tell(OWNER, new Abandon(1));
    until(() -> isInterrupted(1));
    finish(1, "too late", true);
    until(() -> desk.waiting(KIND) == 0);
    finish(2, "two", true);
    finish(3, "three", true);
    until(() -> ends.size() == 2 && openJobs.get().isEmpty() && desk.running(KIND) == 0);
    assertThat(ends.stream().map(JobEnd::number)).containsExactlyInAnyOrder(2L, 3L);
  }

  @Test
  void a_job_that_is_cancelled_while_it_waits_never_runs() {
    var host = start();
    begin(host, 1, 2, 3);
    until(() -> desk.waiting(KIND) == 1);
    host.tell(OWNER, new Abandon(3));
    until(() -> desk.waiting(KIND) == 0);
    finish(1, "one", true);
    finish(2, "two", true);
    until(() -> ends.size() == 2 && openJobs.get().isEmpty());
    assertThat(ends.stream().map(JobEnd::number)).containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void a_job_beyond_its_limit_fails_and_is_interrupted() {
    var host = start();
    host.tell(OWNER, new Begin(1, KIND, 500));
    until(() -> desk.running(KIND) == 1);
    timers.advance(Duration.ofMillis(499));
    assertThat(ends).isEmpty();
    timers.advance(Duration.ofMillis(1));
    untilEnded(new JobEnd.Failed(1, "It took longer than 500 ms"));
    until(() -> isInterrupted(1));
    finish(1, "too late", true);
    until(() -> desk.running(KIND) == 0);
    assertThat(ends).hasSize(1);
    assertThat(timers.pending()).isZero();
  }

  @Test
  void an_owner_that_fails_is_told_again_after_growing_waits() {
    var host = start();
    begin(host, 1);
    until(() -> desk.running(KIND) == 1);
    fails = true;
    finish(1, "hello", true);
    for (int seconds = 1; seconds <= 8; seconds *= 2) {
      until(() -> timers.pending() == 1);
      timers.advance(Duration.ofSeconds(seconds).minusMillis(1));
      assertThat(timers.pending()).isEqualTo(1);
      timers.advance(Duration.ofMillis(1));
    }
    until(() -> timers.pending() == 1);
    fails = false;
    timers.advance(Duration.ofSeconds(16));
    untilEnded(new JobEnd.Done(1, new Got("hello")));
    until(() -> timers.pending() == 0);
  }

  @Test
  void jobs_that_run_at_the_end_of_the_process_are_interrupted_and_lost_at_the_next_start() {
    var host = start();
    begin(host, 1, 2, 3);
    until(() -> desk.running(KIND) == 2 && desk.waiting(KIND) == 1);
    desk.stop(Duration.ofSeconds(5));
    until(() -> isInterrupted(1) && isInterrupted(2));
    assertThat(openJobs.get()).containsExactly(1L, 2L, 3L);
    assertThat(ends).isEmpty();
    var _ = start();
    until(() -> ends.size() == 3 && openJobs.get().isEmpty());
    assertThat(ends)
        .containsExactlyInAnyOrder(new JobEnd.Lost(1), new JobEnd.Lost(2), new JobEnd.Lost(3));
  }
}
