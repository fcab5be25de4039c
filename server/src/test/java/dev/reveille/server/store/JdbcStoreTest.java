package dev.reveille.server.store;

import static dev.reveille.server.store.Rows.event;
import static dev.reveille.server.store.Rows.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.server.app.Features;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer.Settled;
import dev.reveille.server.kernel.Committer.Submission;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Refusal;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcStoreTest extends OpenStore {
  @TempDir Path folder = Path.of("");

  private Path file() {
    return folder.resolve("reveille.db");
  }

  private JdbcStore jdbc() {
    return (JdbcStore) store;
  }

  @Override
  protected Store open() {
    return JdbcStore.open(file(), Features.TABLES, new Failures());
  }

  @Override
  protected Store reopen() {
    store.close();
    return JdbcStore.open(file(), Features.TABLES, new Failures());
  }

  @Override
  protected Store takeOver() {
    return JdbcStore.open(file(), Features.TABLES, new Failures());
  }

  @Override
  protected void breakDisk() {
    jdbc().pragma("query_only = ON").join();
  }

  @Override
  protected void mendDisk() {
    jdbc().pragma("query_only = OFF").join();
  }

  @Test
  void the_log_is_synced_before_a_commit_counts() {
    assertThat(jdbc().pragma("journal_mode").join()).isEqualTo("wal");
    assertThat(jdbc().pragma("synchronous").join()).isEqualTo("2");
  }

  @Test
  void reads_that_belong_together_change_threads_once_and_not_for_each() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var reading =
          threads.submit(
              () ->
                  store.together(
                      () -> {
                        var before = Thread.currentThread();
                        store.reads(EntryReads.class).head("#a");
                        store.reads(EntryReads.class).after("#a", 0, 1);
                        return List.of(before, Thread.currentThread());
                      }));
      var used = reading.get(20, TimeUnit.SECONDS);
      assertThat(used.getFirst()).isSameAs(used.getLast());
      assertThat(used.getFirst().isVirtual()).isFalse();
    }
    var here = Thread.currentThread();
    assertThat(store.together(Thread::currentThread)).as("a platform thread").isSameAs(here);
  }

  @Test
  void a_full_disk_refuses_what_does_not_fit_and_takes_what_fits_again_later() {
    units.required("a", 1, message("#a", 1));
    units.await();
    jdbc().pragma("max_page_count = 60").join();
    var big = "x".repeat(40_000);
    for (int i = 2; i <= 20; i++) units.required("a" + i, 1, message("#a" + i, 1, big));
    var outcome = units.outcome();

    assertThat(outcome).startsWith("s").contains("r");
    assertThat(units.refusals())
        .extracting(Refusal::getMessage)
        .allMatch(m -> m.contains("disk is full"));
    assertThat(store.trouble()).hasValueSatisfying(t -> assertThat(t).contains("disk is full"));
    for (int i = 2; i <= 20; i++) {
      assertThat(store.reads(EntryReads.class).head("#a" + i).lastSeq())
          .isEqualTo(outcome.charAt(i - 1) == 's' ? 1 : 0);
    }
    jdbc().pragma("max_page_count = 1000000").join();
    units.required("b", 1, message("#b", 1, big));
    assertThat(units.outcome()).endsWith("s");
    assertThat(store.trouble()).isEmpty();
    assertThat(check()).isEqualTo("ok");
  }

  @Test
  void a_locked_database_costs_all_that_queued_together_one_wait() throws Exception {
    units.required("a0", 1, message("#a0", 1));
    units.await();
    var batches = new ArrayList<List<Settled>>();
    var busy = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    var done = new CountDownLatch(2);
    store.listener(
        batch -> {
          batches.add(batch);
          busy.countDown();
          awaitQuietly(release);
          done.countDown();
        });
    try (var other = Sqlite.writer(file());
        var statement = other.createStatement()) {
      submit(event("first"));
      busy.await();
      statement.execute(Sqlite.BEGIN);
      for (int i = 1; i <= 100; i++) {
        submit("r" + i, Unit.required(List.of(message("#r" + i, 1)), List.of(), List.of()));
        submit("r" + i, Unit.barrier(List.of()));
        submit("b" + i, Unit.bestEffort(List.of(event("b")), List.of()));
        submit("n" + i, Unit.barrier(List.of()));
      }
      release.countDown();
      assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(store.numbers().failures()).as("tries").isEqualTo(1);
      assertThat(store.trouble()).hasValueSatisfying(t -> assertThat(t).contains("locked"));
      statement.execute("ROLLBACK");
    }
    for (var settled : batches.get(1)) {
      var owner = settled.submission().owner().name();
      assertThat(settled.refusal() != null).as(owner).isEqualTo(owner.startsWith("r"));
    }
    assertThat(batches.get(1)).hasSize(400);
    var later = new Settlements(store);
    later.required("r1", 2, message("#r1", 1));
    assertThat(later.outcome()).isEqualTo("s");
    assertThat(store.trouble()).isEmpty();
  }

  @Test
  void the_wait_for_a_lock_is_long_once_and_short_while_the_trouble_lasts() throws Exception {
    assertThat(jdbc().pragma("busy_timeout").join()).isEqualTo(String.valueOf(Sqlite.LOCK_MILLIS));
    try (var other = Sqlite.writer(file());
        var statement = other.createStatement()) {
      statement.execute(Sqlite.BEGIN);
      units.required("a", 1, message("#a", 1));
      assertThat(units.outcome()).isEqualTo("r");
      assertThat(jdbc().pragma("busy_timeout").join())
          .isEqualTo(String.valueOf(Sqlite.LOCK_MILLIS_IN_TROUBLE));
    }
    units.required("a", 2, message("#a", 1));
    assertThat(units.outcome()).isEqualTo("rs");
    assertThat(jdbc().pragma("busy_timeout").join()).isEqualTo(String.valueOf(Sqlite.LOCK_MILLIS));
  }

  @Test
  void units_that_queue_while_the_writer_is_busy_share_a_transaction() throws Exception {
    var batches = Collections.synchronizedList(new ArrayList<Integer>());
    var busy = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    var done = new CompletableFuture<Boolean>();
    store.listener(
        batch -> {
          batches.add(batch.size());
          busy.countDown();
          awaitQuietly(release);
          if (batches.size() == 3) done.complete(true);
        });
    submit(event("first"));
    busy.await();
    for (int i = 1; i <= 2500; i++) submit(message("#a", i));
    release.countDown();

    assertThat(done.get()).isTrue();
    assertThat(batches).containsExactly(1, 2000, 500);
  }

  @Test
  void long_messages_are_bounded_per_transaction_and_per_page() {
    var half = "x".repeat(512 << 10);
    for (int i = 1; i <= 12; i++) units.required("a", 1, message("#a", i, half));

    assertThat(units.refusals()).isEmpty();
    var page = store.reads(EntryReads.class).after("#a", 0, 1000);
    assertThat(seqs(page)).isEqualTo(range(1, 2));
    assertThat(seqs(store.reads(EntryReads.class).after("#a", 2, 1000))).isEqualTo(range(3, 4));
    assertThat(seqs(store.reads(EntryReads.class).before("#a", 13, 1000))).isEqualTo(range(11, 12));
  }

  @Test
  void a_listener_that_throws_does_not_end_the_writer() throws Exception {
    var thrown = new CountDownLatch(1);
    store.listener(
        _ -> {
          thrown.countDown();
          throw new IllegalStateException("on purpose");
        });
    submit(message("#a", 1));
    thrown.await();
    var later = new Settlements(store);
    later.required("b", 1, message("#b", 1));

    assertThat(later.outcome()).isEqualTo("s");
  }

  @Test
  void a_commit_hook_that_throws_ends_nothing_and_shows() {
    var troubles = new Failures();
    try (var other = JdbcStore.open(folder.resolve("other.db"), Features.TABLES, troubles)) {
      var later = new Settlements(other);
      other.onCommit(
          () -> {
            throw new IllegalStateException("on purpose");
          });
      later.required("a", 1, message("#a", 1));
      assertThat(later.outcome()).isEqualTo("s");
      later.required("a", 1, message("#a", 2));
      assertThat(later.outcome()).isEqualTo("ss");
      assertThat(troubles.failures()).isEqualTo(2);
      assertThat(troubles.failing()).hasSize(1);
      other.onCommit(() -> {});
      later.required("a", 1, message("#a", 3));
      assertThat(later.outcome()).isEqualTo("sss");
      assertThat(troubles.failing()).isEmpty();
    }
  }

  @Test
  void an_unknown_write_is_refused_alone() {
    record Strange() implements Write {}

    units.required("a", 1, new Strange());
    units.required("b", 1, message("#b", 1));

    assertThat(units.outcome()).isEqualTo("rs");
  }

  @Test
  void many_virtual_threads_can_read_while_the_writer_writes() throws Exception {
    for (int i = 1; i <= 1000; i++) units.required("a", 1, message("#a", i));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var reads = new ArrayList<Future<Long>>();
      for (int i = 0; i < 500; i++) {
        reads.add(
            threads.submit(
                () -> {
                  long last = store.reads(EntryReads.class).head("#a").lastSeq();
                  var page = store.reads(EntryReads.class).after("#a", Math.max(0, last - 10), 10);
                  return last == 0 ? 0 : last - page.getFirst().seq();
                }));
      }
      units.await();
      for (var read : reads) assertThat(read.get()).isBetween(0L, 9L);
    }
    assertThat(store.reads(EntryReads.class).head("#a").lastSeq()).isEqualTo(1000);
  }

  @Test
  void a_closed_store_says_so_to_readers() {
    store.close();

    assertThatThrownBy(() -> store.reads(EntryReads.class).head("#a"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> store.prune(new Retention(1, Duration.ZERO), 0))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("closed");
    reopenStore();
  }

  @Test
  void a_large_stream_is_pruned_in_pieces() {
    for (int i = 1; i <= 1700; i++) {
      units.required("a", 1, message("#a", i), event("e", Rows.T + i));
    }
    units.await();

    assertThat(store.prune(new Retention(100, Duration.ZERO), 0)).isEqualTo(2 * 1600);
    assertThat(store.reads(EntryReads.class).head("#a").firstSeq()).isEqualTo(1601);
    assertThat(store.prune(new Retention(0, Duration.ofMillis(1)), Rows.T + 10_000))
        .isEqualTo(2 * 100);
    assertThat(check()).isEqualTo("ok");
  }

  @Test
  void a_file_that_is_no_database_is_refused_with_advice() throws IOException {
    var wrong = folder.resolve("wrong.db");
    Files.writeString(
        wrong, "this is not a database, but long enough to be looked at\n".repeat(99));

    assertThatThrownBy(() -> JdbcStore.open(wrong, Features.TABLES, new Failures()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("wrong.db")
        .hasMessageContaining("DATA_DIR");
  }

  @Test
  void two_stores_are_not_the_same() {
    try (var other = JdbcStore.open(folder.resolve("other.db"), Features.TABLES, new Failures())) {
      assertThat(other.identity()).isNotEqualTo(store.identity());
    }
  }

  @Test
  void a_database_of_a_newer_version_is_refused() throws Exception {
    try (var other = Sqlite.writer(file());
        var statement = other.createStatement()) {
      statement.execute(
          "INSERT INTO flyway_schema_history (installed_rank, version, description, type, script,"
              + " installed_by, execution_time, success)"
              + " VALUES (99, '99', 'x', 'SQL', 'x', '', 0, 1)");
    }

    assertThatThrownBy(this::takeOver)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("newer version");
  }

  private String check() {
    return jdbc()
        .read(r -> r.first("PRAGMA integrity_check", row -> row.getString(1)))
        .orElse("no answer");
  }

  private void submit(Write write) {
    store.submit(
        new Submission(
            new CellId("test", "a"), 1, Unit.required(List.of(write), List.of(), List.of())));
  }

  private void submit(String owner, Unit unit) {
    store.submit(new Submission(new CellId("test", owner), 1, unit));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
