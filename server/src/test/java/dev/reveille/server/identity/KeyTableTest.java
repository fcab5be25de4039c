package dev.reveille.server.identity;

import static dev.reveille.server.store.Rows.T;
import static dev.reveille.server.store.Rows.agent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.TableContract;
import org.junit.jupiter.api.Test;

/** The promises of every store about keys. */
class KeyTableTest extends TableContract {
  @Test
  void an_agent_that_never_changed_its_key_has_one_and_later_ones_follow_in_order() {
    units.required("a", 1, agent("@ann", "ann", true, T), agent("@guest", "guest", false, T));
    units.await();
    var first = StoredKey.fresh("@ann", "@ann", "pem of @ann", T);
    assertThat(store.reads(KeyReads.class).keys("@ann")).containsExactly(first);
    assertThat(store.reads(KeyReads.class).key("@ann")).contains(first);
    assertThat(store.reads(KeyReads.class).keys("@guest")).isEmpty();
    assertThat(store.reads(KeyReads.class).key("@k1")).isEmpty();

    var second = StoredKey.fresh("@k1", "@ann", "pem 1", T + 1);
    units.required("a", 1, new SaveKey(first.replaced(T + 1)), new SaveKey(second));
    var third = StoredKey.fresh("@k0", "@ann", "pem 0", T + 2);
    units.required("a", 1, new SaveKey(second.replaced(T + 2)), new SaveKey(third));
    units.required("a", 1, new SaveKey(third.revoked(T + 3, "lost")));
    assertThat(units.refusals()).isEmpty();
    reopenStore();

    assertThat(store.reads(KeyReads.class).keys("@ann"))
        .containsExactly(
            first.replaced(T + 1), second.replaced(T + 2), third.revoked(T + 3, "lost"));
    assertThat(store.reads(KeyReads.class).key("@k1")).contains(second.replaced(T + 2));
    assertThat(store.reads(KeyReads.class).keys("@k1")).containsExactly(second.replaced(T + 2));
  }

  @Test
  void a_key_that_was_replaced_or_revoked_stays_so() {
    var key = StoredKey.fresh("@k1", "@ann", "pem", T);
    units.required("a", 1, new SaveKey(key.replaced(T + 1)));
    units.required("a", 1, new SaveKey(key.revoked(T + 2, "lost")));
    units.required("a", 1, new SaveKey(key));
    units.required("a", 1, new SaveKey(key.replaced(T + 9).revoked(T + 9, "again")));
    assertThat(units.refusals()).isEmpty();

    assertThat(store.reads(KeyReads.class).key("@k1"))
        .contains(key.replaced(T + 1).revoked(T + 2, "lost"));
  }

  @Test
  void a_key_belongs_to_one_agent_whoever_comes_first() {
    units.required("a", 1, agent("@bob", "bob", true, T));
    units.required("a", 1, new SaveKey(StoredKey.fresh("@k1", "@ann", "pem", T)));
    units.required("b", 1, new SaveKey(StoredKey.fresh("@k1", "@bob", "pem", T)));
    units.required("c", 1, new SaveKey(StoredKey.fresh("@bob", "@ann", "pem", T)));
    units.required("d", 1, new SaveKey(StoredKey.fresh("@k1", "@k1", "pem", T)));
    units.bestEffort("e", 1, agent("@k1", "latecomer", true, T));

    assertThat(units.outcome()).isEqualTo("ssrrrs");
    assertThat(store.reads(KeyReads.class).key("@k1")).map(StoredKey::agent).contains("@ann");
    assertThat(store.reads(KeyReads.class).key("@bob")).map(StoredKey::agent).contains("@bob");
    assertThat(store.reads(AgentReads.class).agent("@k1")).isEmpty();
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(KeyTable.KEY, KeyTable.KEYS);
  }
}
