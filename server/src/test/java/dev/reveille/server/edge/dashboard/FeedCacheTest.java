package dev.reveille.server.edge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.channel.ChannelList;
import dev.reveille.server.channel.StoredChannel;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Committer.Submission;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.observe.EventKinds;
import dev.reveille.server.observe.Feed;
import dev.reveille.server.store.AppendEntry;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.MemoryStore;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The shared pages of all followers, compared with what each would read for itself. */
class FeedCacheTest {
  private static final long T = 1_700_000_000_000L;

  private final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});
  private final Feed feed = new Feed(store);
  private final FeedRows plain =
      new FeedRows(
          store,
          new ChannelList(
              new MapPresence(),
              List.of(
                  new StoredChannel("#open", false, false, null, T),
                  new StoredChannel("#den", true, false, null, T))),
          new PublicDetails(new EventKinds(List.of())));
  private long now;
  private long said;

  FeedCacheTest() {
    store.listener(_ -> {});
  }

  private void append(Write... writes) {
    var unit = Unit.bestEffort(List.of(writes), List.of());
    store.submit(new Submission(new CellId("test", "a"), 1, unit));
    store.commitSome(1);
  }

  private void event(String channel) {
    append(new AppendEvent(T + now++, "channel.joined", "@ann", channel, null));
  }

  private void say(String text) {
    said++;
    append(
        new AppendEntry(
            new StoredEntry(
                "#open", said, T + now++, "m" + said, "@ann", "ann", false, text, null, "")));
  }

  private void happen(Random random, int count) {
    for (int i = 0; i < count; i++) {
      switch (random.nextInt(3)) {
        case 0 -> event("#open");
        case 1 -> event("#den");
        default -> say("text " + i);
      }
    }
  }

  private List<FeedRows.Row> follow(FeedCache rows, long from) throws InterruptedException {
    var all = new ArrayList<FeedRows.Row>();
    long seen = from;
    while (true) {
      var page = rows.after(seen);
      if (page.last() == seen) return all;
      assertThat(page.last()).isGreaterThan(seen);
      all.addAll(page.rows());
      seen = page.last();
    }
  }

  private List<FeedRows.Row> expected(long from, Role role) {
    var all = new ArrayList<FeedRows.Row>();
    long seen = from;
    for (var page = feed.after(seen, 1_000); !page.isEmpty(); page = feed.after(seen, 1_000)) {
      var part = plain.of(page, role);
      all.addAll(part.rows());
      seen = page.get(part.looked() - 1).id();
    }
    return all;
  }

  @Test
  void whoever_follows_from_anywhere_gets_what_it_would_read_for_itself() throws Exception {
    var random = new Random(5);
    for (var role : List.of(Role.ADMIN, Role.GUEST)) {
      var rows = new FeedCache(feed, plain, role);
      happen(random, 50);
      assertThat(follow(rows, feed.last())).isEmpty();
      for (int round = 0; round < 20; round++) {
        happen(random, random.nextInt(400));
        long from = random.nextLong(feed.last() + 1);
        assertThat(follow(rows, from)).isEqualTo(expected(from, role));
        assertThat(follow(rows, 0)).isEqualTo(expected(0, role));
      }
    }
  }

  @Test
  void very_long_messages_are_not_all_kept_and_none_is_missed() throws Exception {
    var rows = new FeedCache(feed, plain, Role.GUEST);
    rows.after(0);
    for (int i = 0; i < 12; i++) {
      say("x".repeat(700_000));
      event("#open");
      if (i == 5) rows.after(0);
    }
    assertThat(rows.after(feed.last() - 6).rows().size()).isLessThan(6);
    assertThat(follow(rows, 0)).isEqualTo(expected(0, Role.GUEST));
  }

  @Test
  void one_who_comes_after_nobody_followed_for_long_misses_nothing() throws Exception {
    var rows = new FeedCache(feed, plain, Role.GUEST);
    event("#open");
    follow(rows, 0);
    happen(new Random(6), 5_000);
    assertThat(follow(rows, 1)).isEqualTo(expected(1, Role.GUEST));
    event("#open");
    assertThat(follow(rows, feed.last() - 1)).hasSize(1);
  }

  @Test
  void a_timeline_counts_as_if_each_bound_was_looked_for_alone() {
    var clock =
        new Clock() {
          private long nanos;

          @Override
          public long wallMillis() {
            return T;
          }

          @Override
          public long nanos() {
            nanos += 10_000_000_000L;
            return nanos;
          }
        };
    var timeline = new Timeline(feed, clock);
    assertThat(timeline.of(new Timeline.Range(Timeline.ALL, Timeline.ALL, 9))).contains("[]");
    var random = new Random(7);
    for (int i = 0; i < 500; i++) {
      event("#open");
      now += random.nextInt(10) == 0 ? random.nextInt(100_000) : random.nextInt(10);
    }
    for (int round = 0; round < 40; round++) {
      long from = random.nextInt(4) == 0 ? Timeline.ALL : T - 5 + random.nextLong(now);
      long to = random.nextInt(4) == 0 ? Timeline.ALL : T + random.nextLong(now * 2);
      int buckets = random.nextInt(1, 241);
      var json = Json.read(timeline.of(new Timeline.Range(from, to, buckets))).orElseThrow();
      long first = json.path("from").asLong(0);
      long last = json.path("to").asLong(0);
      var counts = new ArrayList<Long>();
      for (var count : json.path("counts")) counts.add(count.asLong(-1));
      var alone = new ArrayList<Long>();
      long before = feed.at(first - 1);
      for (int i = 1; i <= buckets; i++) {
        long end = feed.at(first + (last - first) * i / buckets - (i == buckets ? 0 : 1));
        alone.add(end - before);
        before = end;
      }
      assertThat(counts).isEqualTo(alone);
    }
    assertThat(timeline.of(new Timeline.Range(5, Long.MAX_VALUE, Long.MAX_VALUE))).contains("500");
  }
}
