package dev.reveille.server.store;

import static dev.reveille.server.store.Rows.T;
import static dev.reveille.server.store.Rows.event;
import static dev.reveille.server.store.Rows.keyed;
import static dev.reveille.server.store.Rows.message;
import static dev.reveille.server.store.Rows.withId;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.callback.CallbackMessage;
import dev.reveille.server.store.Store.ClientKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The promises of every store about the entries of streams. */
class EntryTableTest extends TableContract {
  @Test
  void pages_have_no_gaps_and_no_repeats() {
    for (int i = 1; i <= 25; i++) {
      units.required("a", 1, message("#a", i));
      units.required("b", 1, message("#b", i));
    }
    units.await();

    assertThat(seqs(store.reads(EntryReads.class).after("#a", 0, 10))).isEqualTo(range(1, 10));
    assertThat(seqs(store.reads(EntryReads.class).after("#a", 10, 10))).isEqualTo(range(11, 20));
    assertThat(seqs(store.reads(EntryReads.class).after("#a", 20, 10))).isEqualTo(range(21, 25));
    assertThat(store.reads(EntryReads.class).after("#a", 25, 10)).isEmpty();
    assertThat(seqs(store.reads(EntryReads.class).before("#a", Long.MAX_VALUE, 10)))
        .isEqualTo(range(16, 25));
    assertThat(seqs(store.reads(EntryReads.class).before("#a", 16, 10))).isEqualTo(range(6, 15));
    assertThat(seqs(store.reads(EntryReads.class).before("#a", 6, 10))).isEqualTo(range(1, 5));
    assertThat(store.reads(EntryReads.class).before("#a", 1, 10)).isEmpty();
    assertThat(store.reads(EntryReads.class).head("#a")).isEqualTo(new StreamHead(1, 25, T + 25));
    assertThat(store.reads(EntryReads.class).after("#none", 0, 10)).isEmpty();
    assertThat(store.reads(EntryReads.class).before("#none", 5, 10)).isEmpty();
    assertThat(store.reads(EntryReads.class).head("#none")).isEqualTo(StreamHead.EMPTY);
    assertThat(store.reads(EntryReads.class).after("#a", 0, 0)).isEmpty();
    assertThat(store.reads(EntryReads.class).before("#a", 9, 0)).isEmpty();
  }

  @Test
  void a_message_comes_back_as_it_was() {
    var full =
        new StoredEntry(
            "@bob", 1, T, "m1", "@ann", "Ann", true, "hello", "key-1", "\"tags\":[\"x\"]");
    var bare = new StoredEntry("@bob", 2, T, null, "@server", "Server", null, "", null, "");
    var fired =
        new StoredEntry(
            "@bob",
            3,
            T,
            "c1",
            "@server",
            "server",
            null,
            "x",
            null,
            "\"cb_id\":\"c1\"",
            CallbackMessage.KIND);
    units.required("a", 1, new AppendEntry(full), new AppendEntry(bare), new AppendEntry(fired));
    units.await();

    assertThat(store.reads(EntryReads.class).after("@bob", 0, 10))
        .containsExactly(full, bare, fired);
    var ids = store.reads(EventReads.class).events(0, 10).stream().map(StoredEvent::id).toList();
    assertThat(store.reads(EntryReads.class).messages(ids).byId().values())
        .containsExactlyInAnyOrder(full, bare, fired);
  }

  @Test
  void any_text_comes_back_as_it_was() {
    var texts =
        List.of(
            "\u0000",
            "a\u0000b\u0000",
            "\ud83d\ude00 four bytes \ud83e\udd16",
            "\u00e9\u4e2d\u06de",
            "'; DROP TABLE messages; --",
            "x".repeat(2 << 20),
            "\ud83d\ude00".repeat(1 << 20));
    for (int i = 0; i < texts.size(); i++) {
      units.required("a", 1, message("#a", i + 1, texts.get(i)));
    }

    assertThat(units.refusals()).isEmpty();
    for (int i = 0; i < texts.size(); i++) {
      assertThat(
              store
                  .reads(EntryReads.class)
                  .after("#a", i, 1)
                  .getFirst()
                  .content()
                  .equals(texts.get(i)))
          .as("text %d", i)
          .isTrue();
    }
  }

  @Test
  void a_message_id_is_stored_once() {
    units.required("a", 1, withId("#a", 1, "same"));
    units.required("b", 1, withId("#b", 1, "same"));
    units.required("c", 1, withId("#c", 1, "other"));
    units.await();
    units.required("d", 1, withId("#d", 1, "same"));

    assertThat(units.outcome()).isEqualTo("srsr");
    assertThat(store.reads(EntryReads.class).head("#b")).isEqualTo(StreamHead.EMPTY);
    assertThat(store.reads(EntryReads.class).head("#d")).isEqualTo(StreamHead.EMPTY);
  }

  @Test
  void a_gap_never_becomes_durable() {
    units.required("a", 1, message("#a", 2));
    units.required("b", 1, message("#a", 1));
    units.required("c", 1, message("#a", 3));
    units.required("d", 1, message("#a", 2), message("#a", 3));

    assertThat(units.outcome()).isEqualTo("rsrs");
    assertThat(seqs(store.reads(EntryReads.class).after("#a", 0, 10))).isEqualTo(range(1, 3));
  }

  @Test
  void client_keys_of_a_sender_come_newest_first() {
    units.required("a", 1, keyed("#a", 1, "@ann", "k1"), message("#a", 2));
    units.required("a", 1, keyed("#b", 1, "@bob", "k1"), keyed("#b", 2, "@ann", "k2"));
    units.required("a", 1, keyed("#a", 3, "@ann", "k3"));
    units.await();

    assertThat(store.reads(EntryReads.class).clientKeys("@ann", 2))
        .containsExactly(new ClientKey("k3", "#a", 3), new ClientKey("k2", "#b", 2));
    assertThat(store.reads(EntryReads.class).clientKeys("@ann", 9)).hasSize(3);
    assertThat(store.reads(EntryReads.class).clientKeys("@eve", 9)).isEmpty();
  }

  @Test
  void messages_are_found_by_their_places_in_the_feed() {
    for (int i = 1; i <= 120; i++) {
      units.required("a", 1, message(i % 2 == 0 ? "#a" : "@bob", (i + 1) / 2));
      units.bestEffort("c", 1, event("e" + i));
    }
    units.await();

    var expected = new HashMap<Long, StoredEntry>();
    for (var entry : store.reads(EventReads.class).events(0, 1000)) {
      if (!entry.kind().equals("message")) continue;
      long seq = Long.parseLong(String.valueOf(entry.detail()));
      var stream = String.valueOf(entry.channel());
      expected.put(entry.id(), store.reads(EntryReads.class).after(stream, seq - 1, 1).getFirst());
    }
    assertThat(expected).hasSize(120);
    var ids = expected.keySet().stream().sorted().toList();
    assertThat(store.reads(EntryReads.class).messages(ids))
        .isEqualTo(new FoundEntries(expected, 120));
    assertThat(store.reads(EntryReads.class).messages(ids.reversed()))
        .isEqualTo(new FoundEntries(expected, 120));
    assertThat(store.reads(EntryReads.class).messages(ids.subList(3, 4)).byId())
        .isEqualTo(Map.of(ids.get(3), expected.get(ids.get(3))));
    assertThat(store.reads(EntryReads.class).messages(List.of()).byId()).isEmpty();
    var all = store.reads(EventReads.class).events(0, 1000).stream().map(StoredEvent::id).toList();
    assertThat(store.reads(EntryReads.class).messages(all).byId())
        .as("what is no message is left out")
        .isEqualTo(expected);
    assertThat(store.reads(EntryReads.class).messages(List.of(-1L, 0L, Long.MAX_VALUE)).byId())
        .isEmpty();
  }

  @Test
  void every_page_of_long_texts_ends_where_it_is_full_and_goes_on_there() {
    int size = (int) (Store.PAGE_CHARS / 3);
    for (int i = 1; i <= 70; i++) {
      units.required("a", 1, message("#a", i, "x".repeat(size)));
      units.bestEffort("c", 1, event("e" + i));
    }
    units.required("a", 1, message("#a", 71, "x".repeat(2 << 20)));
    units.bestEffort("c", 1, detailed("y".repeat(size)));
    units.bestEffort("c", 1, detailed("y".repeat(size)));
    units.bestEffort("c", 1, detailed("y".repeat(size * 2)));
    units.await();

    assertThat(store.reads(EntryReads.class).after("#a", 0, 100)).hasSize(3);
    assertThat(store.reads(EntryReads.class).after("#a", 69, 100))
        .as("before the longest")
        .hasSize(1);
    assertThat(store.reads(EntryReads.class).after("#a", 70, 100))
        .as("one of any length")
        .hasSize(1);
    assertThat(store.reads(EntryReads.class).before("#a", 72, 100))
        .extracting(StoredEntry::seq)
        .containsExactly(71L);
    assertThat(store.reads(EntryReads.class).before("#a", 71, 100))
        .extracting(StoredEntry::seq)
        .containsExactly(68L, 69L, 70L);
    var feed = new ArrayList<StoredEvent>();
    for (var page = store.reads(EventReads.class).events(0, 1000);
        !page.isEmpty();
        page = store.reads(EventReads.class).events(feed.getLast().id(), 1000)) {
      assertThat(chars(page)).isLessThanOrEqualTo(Store.PAGE_CHARS);
      feed.addAll(page);
    }
    assertThat(feed).hasSize(144);
    assertThat(store.reads(EventReads.class).eventsBefore(Long.MAX_VALUE, 1000)).hasSize(2);
    var ids = feed.stream().filter(e -> e.kind().equals("message")).map(StoredEvent::id).toList();
    assertThat(store.reads(EntryReads.class).messages(ids).byId().keySet())
        .isEqualTo(Set.copyOf(ids.subList(0, 3)));
    assertThat(store.reads(EntryReads.class).messages(ids).looked()).isEqualTo(3);
    assertThat(store.reads(EntryReads.class).messages(ids.reversed()).byId().keySet())
        .containsExactly(ids.getLast());
    assertThat(store.reads(EntryReads.class).messages(ids.reversed()).looked()).isEqualTo(1);
    assertThat(store.reads(EntryReads.class).messages(ids.subList(60, 71)).byId()).hasSize(3);
  }

  private static AppendEvent detailed(String detail) {
    return new AppendEvent(T, "e", "@ann", "#a", detail);
  }

  private static long chars(List<StoredEvent> page) {
    return page.stream().mapToLong(e -> e.detail() == null ? 0 : e.detail().length()).sum();
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(
        EntryTable.AFTER,
        EntryTable.OUTLINES,
        EntryTable.BEFORE,
        EntryTable.HEAD,
        EntryTable.CLIENT_KEYS,
        EntryTable.PLACE,
        EntryTable.NEWEST,
        EntryTable.ENTRIES);
  }

  @Test
  void outlines_have_no_text() {
    units.required("a", 1, message("#a", 1), new AppendEntry(notice("#a", 2)), message("#a", 3));
    units.await();
    var entries = store.reads(EntryReads.class);
    assertThat(entries.outlines("#a", 1, 9))
        .containsExactly(
            new EntryOutline(2, "@server", "", StoredEntry.MESSAGE, T + 2),
            new EntryOutline(3, "@ann", "", StoredEntry.MESSAGE, T + 3));
    assertThat(entries.outlines("#a", 0, 1)).hasSize(1);
    assertThat(entries.outlines("#b", 0, 9)).isEmpty();
  }

  @Test
  void an_entry_is_found_by_its_id_and_the_newest_ids_are_listed() {
    units.required("a", 1, Rows.withId("#a", 1, "m1"), Rows.withId("@ann", 1, "m2"));
    units.required("a", 1, new AppendEntry(notice("#a", 2)), Rows.withId("#a", 3, "m3"));
    units.await();
    reopenStore();
    var entries = store.reads(EntryReads.class);
    var first = new EntryPlace("m1", "#a", 1, Rows.T + 1, StoredEntry.MESSAGE);
    var third = new EntryPlace("m3", "#a", 3, Rows.T + 3, StoredEntry.MESSAGE);
    assertThat(entries.place("m1")).contains(first);
    assertThat(entries.place("m2")).map(EntryPlace::stream).contains("@ann");
    assertThat(entries.place("m4")).isEmpty();
    assertThat(entries.newest("#a", 9)).containsExactly(third, first);
    assertThat(entries.newest("#a", 2)).as("the server's entry has no id").containsExactly(third);
    assertThat(entries.newest("#b", 9)).isEmpty();
  }

  private static StoredEntry notice(String stream, long seq) {
    return new StoredEntry(
        stream, seq, Rows.T + seq, null, "@server", "server", null, "x", null, "");
  }
}
