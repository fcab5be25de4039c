package dev.reveille.server.store;

import static dev.reveille.server.store.Rows.T;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What every store promises of the lists of administrators. */
class AdminTableTest extends TableContract {
  @Test
  void bans_and_approvals_survive_in_the_order_of_their_entry_and_can_be_taken_back() {
    var first = new StoredBan("@bob", "", T, "admin");
    var second = new StoredBan("@ann", "spam", T + 1, "@cat");
    var approval = new StoredApproval("pem", "@ann", T, "admin", "of ann");
    units.required("a", 1, new StoreWrite.SaveBan(first), new StoreWrite.SaveBan(second));
    units.required("a", 1, new StoreWrite.SaveApproval(approval));
    units.required(
        "a", 1, new StoreWrite.SaveApproval(new StoredApproval("q", "@bob", T, "x", "")));
    units.await();
    reopenStore();
    assertThat(store.bans()).containsExactly(first, second);
    assertThat(store.approvals()).hasSize(2).startsWith(approval);

    var changed = new StoredBan("@bob", "again", T + 2, "admin");
    units.required("b", 1, new StoreWrite.SaveBan(changed), new StoreWrite.RemoveApproval("q"));
    units.required("b", 1, new StoreWrite.RemoveBan("@ann"), new StoreWrite.RemoveBan("@nobody"));
    units.await();
    assertThat(store.bans()).containsExactly(changed);
    assertThat(store.approvals()).containsExactly(approval);
  }

  @Test
  void what_a_lists_file_holds_is_known_after_a_restart() {
    assertThat(store.listFile("bans")).isEmpty();
    units.required("a", 1, new StoreWrite.SaveListFile(new ListFile("bans", "1", "2")));
    units.required("a", 1, new StoreWrite.SaveListFile(new ListFile("bans", "2", "2")));
    units.await();
    reopenStore();
    assertThat(store.listFile("bans")).hasValue(new ListFile("bans", "2", "2"));
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(AdminTable.LIST_FILE);
    assertWalked(AdminTable.BANS, AdminTable.APPROVALS);
  }
}
