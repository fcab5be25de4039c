package dev.reveille.server.job;

import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.kernel.JobResult;
import dev.reveille.server.kernel.Jobs;
import dev.reveille.server.kernel.ScriptedJobs;
import dev.reveille.server.kernel.SeededScheduler;
import dev.reveille.server.store.MemoryStore;
import dev.reveille.server.store.Store;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

class ScriptedJobsTest extends JobsContract {
  private final SeededScheduler scheduler = new SeededScheduler(new Random(8));
  private ScriptedJobs script = new ScriptedJobs();
  private final Set<Long> interrupted = new HashSet<>();
  private @Nullable MemoryStore memory;

  @Override
  Jobs jobs() {
    script = new ScriptedJobs();
    return script;
  }

  @Override
  JobResult work(Ask ask) {
    throw new AssertionError("a script does no work");
  }

  @Override
  Store store() {
    var commits = scheduler.serial();
    Runnable onSubmit = () -> commits.execute(this::commit);
    var old = memory;
    memory = old == null ? new MemoryStore(AllMemoryTables.make(), onSubmit) : old.crash(onSubmit);
    return memory;
  }

  private void commit() {
    if (memory != null) memory.commitSome(3);
  }

  @Override
  Executor lanes() {
    return scheduler;
  }

  @Override
  Executor settling() {
    return scheduler.serial();
  }

  @Override
  void finish(long number, String word, boolean well) {
    until(() -> find(number) != null);
    var job = find(number);
    if (job == null) return;
    if (well) job.bring(new Got(word));
    else job.fail(word);
  }

  private ScriptedJobs.@Nullable Script find(long number) {
    return script.running().stream()
        .filter(job -> job.request().equals(new Ask(number)))
        .findFirst()
        .orElse(null);
  }

  @Override
  boolean isInterrupted(long number) {
    var job = find(number);
    if (job != null && job.wasInterrupted()) interrupted.add(number);
    return interrupted.contains(number);
  }

  @Override
  void until(BooleanSupplier condition) {
    scheduler.runAll();
    while (memory != null && memory.pending() > 0) {
      commit();
      scheduler.runAll();
    }
    if (!condition.getAsBoolean()) throw new AssertionError("it does not come to that");
  }
}
