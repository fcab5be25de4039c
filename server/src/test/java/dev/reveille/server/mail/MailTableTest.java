package dev.reveille.server.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.TableContract;
import org.junit.jupiter.api.Test;

/** The promises of every store about mailboxes. */
class MailTableTest extends TableContract {
  @Test
  void the_ranges_of_a_mailbox_replace_those_before_and_leave_its_marks() {
    units.required("a", 1, new MailRanges("@ann", "7-9", "2,4"), new MailOffered("@ann", 9));
    units.required("a", 1, new MailDelivered("@ann", 1));
    units.await();
    assertThat(store.reads(MailReads.class).mailbox("@ann"))
        .isEqualTo(new MailboxState(9, 1, "7-9", "2,4"));
    units.required("a", 1, new MailRanges("@ann", "", "2"));
    units.await();
    assertThat(store.reads(MailReads.class).mailbox("@ann"))
        .isEqualTo(new MailboxState(9, 1, "", "2"));
  }

  @Test
  void mailbox_cursors_never_go_back() {
    assertThat(store.reads(MailReads.class).mailbox("@ann")).isEqualTo(MailboxState.NEW);
    units.required("a", 1, new MailOffered("@ann", 5));
    units.required("a", 1, new MailOffered("@ann", 3), new MailDelivered("@ann", 2));
    units.required("a", 1, new MailDelivered("@ann", 1));
    units.await();

    assertThat(store.reads(MailReads.class).mailbox("@ann")).isEqualTo(new MailboxState(5, 2));
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(MailTable.MAILBOX);
  }
}
