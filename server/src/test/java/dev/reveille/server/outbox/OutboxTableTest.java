package dev.reveille.server.outbox;

import static dev.reveille.server.store.Rows.T;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.store.Retention;
import dev.reveille.server.store.TableContract;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The promises of every store about durable tells. */
class OutboxTableTest extends TableContract {
  private static CellPair cells(String sender, String receiver) {
    return new CellPair(new CellId("a", sender), new CellId("b", receiver));
  }

  private static final CellPair ONE = cells("1", "2");
  private static final CellPair OTHER = cells("1", "with/slash");

  private static StoreTell tell(CellPair cells, String key) {
    return new StoreTell(cells, key, false, "name", "{\"key\":\"" + key + "\"}", T);
  }

  private OutboxReads outbox() {
    return store.reads(OutboxReads.class);
  }

  private List<String> keys(CellPair cells) {
    return outbox().next(cells, 10).stream().map(StoredTell::key).toList();
  }

  private TellHandled handled(CellPair cells) {
    var tell = outbox().next(cells, 1).getFirst();
    return new TellHandled(cells, tell.key(), false, T);
  }

  @Test
  void tells_of_two_cells_are_kept_in_order_until_they_are_handled() {
    units.required("a", 1, tell(ONE, "z"), tell(OTHER, "k"));
    units.required("a", 1, tell(ONE, "a"));
    units.await();
    reopenStore();
    assertThat(keys(ONE)).containsExactly("z", "a");
    assertThat(keys(OTHER)).containsExactly("k");
    var first = outbox().next(ONE, 1).getFirst();
    assertThat(first.command()).isEqualTo("name");
    assertThat(first.json()).isEqualTo("{\"key\":\"z\"}");
    assertThat(first.cells()).isEqualTo(ONE);
    units.required("b", 1, handled(ONE));
    units.await();
    reopenStore();
    assertThat(keys(ONE)).containsExactly("a");
  }

  @Test
  void a_key_that_waits_or_was_handled_is_stored_once() {
    units.required("a", 1, tell(ONE, "k"), tell(ONE, "k"));
    units.required("a", 1, tell(ONE, "k"));
    units.await();
    assertThat(keys(ONE)).containsExactly("k");
    units.required("b", 1, handled(ONE));
    units.await();
    units.required("a", 1, tell(ONE, "k"));
    units.required("a", 1, tell(OTHER, "k"));
    assertThat(units.outcome()).isEqualTo("sssss");
    assertThat(keys(ONE)).isEmpty();
    assertThat(keys(OTHER)).containsExactly("k");
  }

  @Test
  void a_tell_cannot_be_handled_twice() {
    units.required("a", 1, tell(ONE, "k"));
    units.await();
    var handled = handled(ONE);
    units.required("b", 1, handled);
    units.required("c", 1, tell(OTHER, "never"), handled);
    assertThat(units.outcome()).isEqualTo("ssr");
    assertThat(keys(OTHER)).isEmpty();
  }

  @Test
  void the_key_of_a_tell_that_comes_only_once_is_not_remembered() {
    units.required("a", 1, new StoreTell(ONE, "k", true, "name", "{}", T));
    units.required("b", 1, new TellHandled(ONE, "k", true, T));
    units.required("c", 1, new TellHandled(ONE, "k", true, T));
    assertThat(units.outcome()).isEqualTo("ssr");
    assertThat(store.sizes()).containsEntry("outbox", 0L).containsEntry("handled_tells", 0L);
  }

  @Test
  void cells_with_tells_are_listed_a_page_at_a_time() {
    for (int i = 0; i < 5; i++) {
      units.required("a", 1, tell(cells("s" + i, "r"), "k"), tell(cells("s" + i, "r"), "l"));
    }
    units.await();
    var first = outbox().waiting(null, 3);
    assertThat(first).containsExactly(cells("s0", "r"), cells("s1", "r"), cells("s2", "r"));
    assertThat(outbox().waiting(first.getLast(), 3))
        .containsExactly(cells("s3", "r"), cells("s4", "r"));
    assertThat(outbox().waiting(cells("s4", "r"), 3)).isEmpty();
  }

  @Test
  void keys_of_handled_tells_are_removed_by_age_alone() {
    for (int i = 0; i < 3; i++) units.required("a", 1, tell(ONE, "k" + i));
    units.await();
    for (int i = 0; i < 2; i++) {
      units.required("b", 1, handled(ONE));
      units.await();
    }
    long age = Duration.ofDays(Tell.KEY_DAYS).toMillis();
    assertThat(store.prune(Retention.FOREVER, 0)).as("the time is not known").isZero();
    assertThat(store.prune(Retention.FOREVER, T + age)).isZero();
    assertThat(store.prune(Retention.FOREVER, T + age + 1)).isEqualTo(2);
    assertThat(store.sizes()).containsEntry("handled_tells", 0L).containsEntry("outbox", 1L);
  }

  @Test
  void many_old_rows_are_removed_a_few_at_a_time() {
    int count = 1_200;
    for (int i = 0; i < count; i++) units.required("a", 1, tell(cells("s" + i, "r"), "k"));
    units.await();
    for (int i = 0; i < count; i++) {
      var cells = cells("s" + i, "r");
      units.required("b", 1, new TellHandled(cells, "k", false, T + i / 400));
    }
    units.await();
    long age = Duration.ofDays(Tell.KEY_DAYS).toMillis();
    assertThat(store.prune(Retention.FOREVER, T + age + 2)).isEqualTo(800);
    assertThat(store.prune(Retention.FOREVER, T + age + 9)).isEqualTo(400);
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(OutboxTable.NEXT, OutboxTable.WAITING);
    assertSearched("SELECT handled_at FROM handled_tells WHERE handled_at < ? ORDER BY handled_at");
  }
}
