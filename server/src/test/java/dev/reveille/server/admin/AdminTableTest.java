package dev.reveille.server.admin;

import static dev.reveille.server.store.Rows.T;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.TableContract;
import org.junit.jupiter.api.Test;

/** The promises of every store about the lists of administrators. */
class AdminTableTest extends TableContract {
  @Test
  void bans_and_approvals_survive_in_the_order_of_their_entry_and_can_be_taken_back() {
    var first = new StoredBan("@bob", "", T, "admin");
    var second = new StoredBan("@ann", "spam", T + 1, "@cat");
    var approval = new StoredApproval("pem", "@ann", T, "admin", "of ann");
    units.required("a", 1, new SaveBan(first), new SaveBan(second));
    units.required("a", 1, new SaveApproval(approval));
    units.required("a", 1, new SaveApproval(new StoredApproval("q", "@bob", T, "x", "")));
    units.await();
    reopenStore();
    assertThat(store.reads(AdminReads.class).bans()).containsExactly(first, second);
    assertThat(store.reads(AdminReads.class).approvals()).hasSize(2).startsWith(approval);

    var changed = new StoredBan("@bob", "again", T + 2, "admin");
    units.required("b", 1, new SaveBan(changed), new RemoveApproval("q"));
    units.required("b", 1, new RemoveBan("@ann"), new RemoveBan("@nobody"));
    units.await();
    assertThat(store.reads(AdminReads.class).bans()).containsExactly(changed);
    assertThat(store.reads(AdminReads.class).approvals()).containsExactly(approval);
  }

  @Test
  void what_a_lists_file_holds_is_known_after_a_restart() {
    assertThat(store.reads(AdminReads.class).listFile("bans")).isEmpty();
    units.required("a", 1, new SaveListFile(new ListFile("bans", "1", "2")));
    units.required("a", 1, new SaveListFile(new ListFile("bans", "2", "2")));
    units.await();
    reopenStore();
    assertThat(store.reads(AdminReads.class).listFile("bans"))
        .hasValue(new ListFile("bans", "2", "2"));
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(AdminTable.LIST_FILE);
    assertWalked(AdminTable.BANS, AdminTable.APPROVALS);
  }
}
