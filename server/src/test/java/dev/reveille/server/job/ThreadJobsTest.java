package dev.reveille.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.Features;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.JobResult;
import dev.reveille.server.kernel.Jobs;
import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.kernel.ThreadJobs;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.JdbcStore;
import dev.reveille.server.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ThreadJobsTest extends JobsContract {
  @TempDir Path folder = Path.of("");

  private final ExecutorService lanes = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService settling = Executors.newSingleThreadExecutor();
  private final Map<Long, CompletableFuture<String>> words = new ConcurrentHashMap<>();
  private final Set<Long> interrupted = ConcurrentHashMap.newKeySet();
  private @Nullable DataFolder data;
  private @Nullable Store disk;

  @AfterEach
  void close() {
    if (disk != null) disk.close();
    if (data != null) data.close();
    lanes.shutdownNow();
    settling.shutdownNow();
  }

  @Override
  Jobs jobs() {
    return new ThreadJobs(new SystemClock());
  }

  private CompletableFuture<String> word(long number) {
    return words.computeIfAbsent(number, _ -> new CompletableFuture<>());
  }

  @Override
  JobResult work(Ask ask) throws Exception {
    assertThat(Thread.currentThread().isVirtual()).isTrue();
    try {
      return new Got(word(ask.number()).get());
    } catch (InterruptedException e) {
      interrupted.add(ask.number());
      throw e;
    }
  }

  @Override
  Store store() {
    if (disk != null) disk.close();
    if (data == null) data = DataFolder.open(folder, Instant.EPOCH);
    disk = JdbcStore.open(data, Features.TABLES, new Failures());
    return disk;
  }

  @Override
  Executor lanes() {
    return lanes;
  }

  @Override
  Executor settling() {
    return settling;
  }

  @Override
  void finish(long number, String word, boolean well) {
    if (well) word(number).complete(word);
    else word(number).completeExceptionally(new IllegalStateException(word));
  }

  @Override
  boolean isInterrupted(long number) {
    return interrupted.contains(number);
  }

  @Override
  void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
  }
}
