package dev.reveille.server.callback;

import static dev.reveille.server.store.Rows.T;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.TableContract;
import org.junit.jupiter.api.Test;

/** The promises of every store about durable callbacks. */
class CallbackTableTest extends TableContract {
  @Test
  void durable_callbacks_survive_until_they_are_removed_and_have_ids_of_their_own() {
    var first = new StoredCallback("cb_2", "@ann", null, "check", T + 5, T, "key");
    var second = new StoredCallback("cb_1", "@ann", "#a", "tell all", T + 1, T, null);
    var other = new StoredCallback("cb_3", "@bob", null, "", T, T, null);
    units.required("a", 1, new SaveCallback(first), new SaveCallback(second));
    units.required("b", 1, new SaveCallback(other));
    units.required("c", 1, new SaveCallback(first));
    assertThat(units.outcome()).isEqualTo("ssr");
    reopenStore();
    assertThat(store.reads(CallbackReads.class).callbacks("@ann")).containsExactly(first, second);
    assertThat(store.reads(CallbackReads.class).callbacks("@bob")).containsExactly(other);

    units.required("a", 1, new RemoveCallback("cb_2"));
    units.required("a", 1, new RemoveCallback("cb_9"));
    units.await();
    assertThat(store.reads(CallbackReads.class).callbacks("@ann")).containsExactly(second);
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(CallbackTable.CALLBACKS);
  }
}
