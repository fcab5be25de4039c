package dev.reveille.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.Features;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer.Submission;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.JdbcStore;
import dev.reveille.server.store.StoredEvent;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The feed over a real store. */
class FeedTest {
  private static final long T = 1_700_000_000_000L;

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private JdbcStore store;

  @SuppressWarnings("NullAway.Init")
  private Feed feed;

  @BeforeEach
  void open() {
    store = JdbcStore.open(DataFolder.open(folder, Instant.now()), Features.TABLES, new Failures());
    store.listener(_ -> {});
    feed = new Feed(store);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void append(String owner, long at) {
    var unit =
        Unit.bestEffort(List.of(new AppendEvent(at, "test", "@" + owner, null, null)), List.of());
    store.submit(new Submission(new CellId("test", owner), 1, unit));
  }

  /** Follows from an id until that many entries came, as one who waits for commits does. */
  private List<Long> follow(long from, int count) throws InterruptedException {
    var ids = new ArrayList<Long>();
    long seen = from;
    while (ids.size() < count) {
      long commits = feed.commits();
      var page = feed.after(seen, 7);
      for (var event : page) ids.add(event.id());
      if (!page.isEmpty()) seen = page.getLast().id();
      else feed.await(commits, 20_000);
    }
    return ids;
  }

  private void await(int entries) throws InterruptedException {
    assertThat(follow(0, entries)).hasSize(entries);
  }

  @Test
  void one_who_comes_back_with_the_last_id_misses_nothing_and_sees_nothing_twice()
      throws Exception {
    int writers = 3;
    int each = 400;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var followers = new ArrayList<Future<List<Long>>>();
      for (int i = 0; i < 4; i++) {
        Callable<List<Long>> comesBack =
            () -> {
              var ids = new ArrayList<Long>();
              while (ids.size() < writers * each) {
                long last = ids.isEmpty() ? 0 : ids.getLast();
                ids.addAll(follow(last, Math.min(50, writers * each - ids.size())));
              }
              return ids;
            };
        followers.add(threads.submit(comesBack));
      }
      for (int w = 0; w < writers; w++) {
        var owner = "w" + w;
        var _ =
            threads.submit(
                () -> {
                  for (int i = 0; i < each; i++) append(owner, T + i);
                });
      }
      var expected = follow(0, writers * each);
      assertThat(expected).isSorted().doesNotHaveDuplicates();
      for (var follower : followers) assertThat(follower.get()).isEqualTo(expected);
      assertThat(feed.last()).isEqualTo(expected.getLast());
    }
  }

  @Test
  void waiting_ends_with_a_commit_or_with_the_patience() throws Exception {
    feed.await(feed.commits(), 1);
    long known = feed.commits();
    var waiter = Thread.ofVirtual().start(() -> awaitQuietly(known));
    append("a", T);
    waiter.join();
    assertThat(feed.commits()).isGreaterThan(known);
    feed.await(known, 20_000);
  }

  private void awaitQuietly(long known) {
    try {
      feed.await(known, 20_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void before_gives_the_newest_of_those_that_are_older() throws Exception {
    for (int i = 0; i < 10; i++) append("a", T + i);
    await(10);
    var all = feed.after(0, 100);
    assertThat(feed.before(Long.MAX_VALUE, 3)).isEqualTo(all.subList(7, 10));
    assertThat(feed.before(all.get(7).id(), 3)).isEqualTo(all.subList(4, 7));
    assertThat(feed.before(all.getFirst().id(), 3)).isEmpty();
    assertThat(feed.before(5, 0)).isEmpty();
  }

  @Test
  void at_finds_the_newest_entry_that_is_not_younger() throws Exception {
    assertThat(feed.at(T)).isZero();
    assertThat(feed.last()).isZero();
    for (int i = 0; i < 100; i++) append("a", T + i / 3 * 1000L);
    await(100);
    var all = feed.after(0, 200);
    assertThat(feed.at(T - 1)).isZero();
    for (long at = T; at < T + 40_000; at += 500) {
      long moment = at;
      var expected = all.stream().filter(e -> e.at() <= moment).toList().getLast();
      assertThat(feed.at(at)).isEqualTo(expected.id());
    }
  }

  @Test
  void at_finds_one_of_the_entries_where_the_clock_was_set_back() throws Exception {
    for (int i = 0; i < 50; i++) append("a", T + i * 10L);
    for (int i = 0; i < 50; i++) append("a", T + 100 + i * 10L);
    await(100);
    var ids = feed.after(0, 200).stream().map(StoredEvent::id).toList();
    for (long at = T; at < T + 1000; at += 7) assertThat(ids).contains(feed.at(at));
  }
}
