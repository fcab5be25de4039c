package dev.reveille.server.store;

import static dev.reveille.server.store.Rows.T;
import static dev.reveille.server.store.Rows.event;
import static dev.reveille.server.store.Rows.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.channel.AddMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The promises of every store about the event feed. */
class EventTableTest extends TableContract {
  @Test
  void moments_are_found_in_the_feed_as_if_each_entry_was_looked_at() {
    assertThat(store.reads(EventReads.class).eventsAt(List.of(0L, T))).containsExactly(0L, 0L);
    var random = new Random(20);
    long at = T;
    for (int i = 1; i <= 400; i++) {
      at += random.nextInt(4) == 0 ? random.nextInt(5_000) : 0;
      // Some ids are given to rows that are no entries.
      if (random.nextInt(3) == 0) units.required("m", 1, new AddMember("#a", "@m" + i, at));
      if (random.nextBoolean()) {
        units.bestEffort("c", 1, new AppendEvent(at, "e", null, null, null));
      } else {
        units.required("a", 1, messageAt(at));
      }
    }
    units.await();

    var all = store.reads(EventReads.class).events(0, 1000);
    for (int round = 0; round < 50; round++) {
      int count = random.nextInt(1, 60);
      long end = at;
      var moments =
          Stream.generate(() -> T - 100 + random.nextLong(end - T + 200))
              .limit(count)
              .sorted()
              .toList();
      var plain =
          moments.stream()
              .map(
                  moment ->
                      all.stream()
                          .filter(e -> e.at() <= moment)
                          .mapToLong(StoredEvent::id)
                          .max()
                          .orElse(0))
              .toList();
      assertThat(store.reads(EventReads.class).eventsAt(moments)).isEqualTo(plain);
    }
    assertThat(store.reads(EventReads.class).eventsAt(List.of())).isEmpty();
  }

  private long said;

  private AppendEntry messageAt(long ts) {
    said++;
    return new AppendEntry(
        new StoredEntry("#a", said, ts, "m" + said, "@ann", "ann", false, "x", null, ""));
  }

  @Test
  void messages_and_events_are_one_order() {
    units.required("a", 1, message("#a", 1), event("joined"));
    units.required("b", 1, message("@bob", 1));
    units.required("a", 1, event("left"), message("#a", 2));
    units.await();

    var all = store.reads(EventReads.class).events(0, 10);
    assertThat(all)
        .extracting(StoredEvent::kind)
        .containsExactly("message", "joined", "message", "left", "message");
    assertThat(all).extracting(StoredEvent::id).isSorted().doesNotHaveDuplicates();
    assertThat(all.get(2))
        .isEqualTo(new StoredEvent(all.get(2).id(), T + 1, "message", "@ann", "@bob", "1"));
    assertThat(store.reads(EventReads.class).events(all.get(1).id(), 2))
        .isEqualTo(all.subList(2, 4));
    assertThat(store.reads(EventReads.class).eventsBefore(all.get(3).id(), 2))
        .isEqualTo(all.subList(1, 3));
    assertThat(store.reads(EventReads.class).eventsBefore(Long.MAX_VALUE, 100)).isEqualTo(all);
  }

  @Test
  void events_of_some_kinds_are_read_without_the_rest() {
    units.required("a", 1, event("joined"), message("#a", 1), event("left"), event("joined"));
    units.await();
    var reads = store.reads(EventReads.class);
    var found = reads.eventsOf(List.of("joined", "gone"), 0, 10);
    assertThat(found).extracting(StoredEvent::kind).containsExactly("joined", "joined");
    assertThat(reads.eventsOf(List.of("joined"), found.getFirst().id(), 10))
        .containsExactly(found.getLast());
    assertThat(reads.eventsOf(List.of("joined", "left"), 0, 1)).hasSize(1);
  }

  @Test
  void the_feed_is_read_backwards_without_gaps_and_repeats() {
    for (int i = 1; i <= 25; i++) units.required("a", 1, message("#a", i), event("e" + i));
    units.await();

    var all = store.reads(EventReads.class).events(0, 100);
    var read = new ArrayList<StoredEvent>();
    long before = Long.MAX_VALUE;
    while (true) {
      var page = store.reads(EventReads.class).eventsBefore(before, 7);
      if (page.isEmpty()) break;
      read.addAll(0, page);
      before = page.getFirst().id();
    }
    assertThat(read).isEqualTo(all).hasSize(50);
    assertThat(store.reads(EventReads.class).eventsBefore(all.getFirst().id(), 7)).isEmpty();
    assertThat(store.reads(EventReads.class).eventsBefore(Long.MAX_VALUE, 0)).isEmpty();
    assertThat(store.reads(EventReads.class).eventsBefore(Long.MAX_VALUE, -1)).isEmpty();
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(
        EventTable.EVENTS,
        EventTable.EVENTS_BEFORE,
        EventTable.NEXT_MOMENT,
        EventTable.ofKinds(3),
        EventTable.AUDIT_AFTER);
    assertWalked(EventTable.AUDIT_NEWEST);
  }
}
