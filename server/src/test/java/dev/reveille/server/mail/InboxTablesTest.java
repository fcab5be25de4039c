package dev.reveille.server.mail;

import static dev.reveille.server.store.Rows.T;
import static dev.reveille.server.store.Rows.agent;
import static dev.reveille.server.store.Rows.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Priority;
import dev.reveille.server.channel.AddChannel;
import dev.reveille.server.channel.MoveMark;
import dev.reveille.server.channel.RemoveChannel;
import dev.reveille.server.channel.StoredChannel;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Retention;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.TableContract;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The promises of every store about references and receipts. */
class InboxTablesTest extends TableContract {
  private static final long DAY = Duration.ofDays(1).toMillis();

  /** A reference to the message that {@code Rows.message} makes. */
  private static StoredReference reference(long n, String channel, long seq) {
    return new StoredReference(n, 7, channel, seq, T + seq, "@ann", Priority.HIGH);
  }

  private static AddReference add(String agent, long n, String channel, long seq) {
    return new AddReference(agent, reference(n, channel, seq));
  }

  private MailReads reads() {
    return store.reads(MailReads.class);
  }

  private static StoredReceipt receipt(long seq, ReceiptLevel level) {
    return new StoredReceipt(seq, "m" + seq, "@eve", level, T);
  }

  @Test
  void an_inbox_is_loaded_with_its_marks_references_and_open_receipts() {
    units.required("a", 1, new MailOffered("@bob", 9), new MailDelivered("@bob", 2));
    units.required("a", 1, new InboxCounts("@bob", 5, 3, 1), new MailRanges("@bob", "4", "6"));
    units.required("a", 1, add("@bob", 5, "#b", 1), add("@bob", 2, "#a", 3));
    units.required("a", 1, add("@eve", 1, "#a", 3));
    units.required("a", 1, message("#b", 1), new MoveMark("@bob", "#b", 1, true));
    units.required("a", 1, new MoveMark("@bob", "#a", 1, false));
    for (int i = 1; i <= 4; i++) {
      var level = i == 4 ? ReceiptLevel.RETRIEVED : ReceiptLevel.OFFERED;
      units.required("a", 1, new SaveReceipt("@bob", receipt(i, level)));
    }
    units.await();
    reopenStore();
    assertThat(reads().inbox("@bob"))
        .isEqualTo(
            new StoredInbox(
                new MailboxState(9, 2, "4", "6", 5, 3, 1),
                List.of(reference(2, "#a", 3), reference(5, "#b", 1)),
                List.of(receipt(3, ReceiptLevel.OFFERED), receipt(4, ReceiptLevel.RETRIEVED)),
                Map.of("#b", 1L)));
    assertThat(reads().mailbox("@bob")).isEqualTo(reads().inbox("@bob").state());
    assertThat(reads().inbox("@nobody")).isEqualTo(StoredInbox.NEW);
    assertThat(reads().references("@bob", 1)).containsExactly(reference(2, "#a", 3));
    assertThat(reads().references("@bob", 2, 9)).containsExactly(reference(5, "#b", 1));
  }

  @Test
  void a_number_is_given_to_one_reference_and_removing_is_safe_to_repeat() {
    units.required("a", 1, add("@bob", 1, "#a", 1));
    units.required("b", 1, add("@bob", 1, "#a", 2));
    units.required("c", 1, new RemoveReferences("@bob", List.of(1L, 9L)));
    units.required("c", 1, new RemoveReferences("@bob", List.of(1L)));
    assertThat(units.outcome()).isEqualTo("srss");
    assertThat(reads().references("@bob", 9)).isEmpty();
  }

  @Test
  void a_reference_comes_with_its_message_or_without_if_that_is_gone_or_another() {
    for (int i = 1; i <= 3; i++) units.required("a", 1, message("#a", i));
    units.required("a", 1, add("@bob", 1, "#a", 1), add("@bob", 2, "#a", 2));
    var another = new StoredReference(3, 7, "#a", 3, T, "@other", Priority.LOW);
    units.required("a", 1, new AddReference("@bob", another), add("@bob", 4, "#none", 1));
    units.await();
    assertThat(store.prune(new Retention(2, Duration.ZERO), T)).isEqualTo(1);
    var found = reads().referred("@bob", 9);
    assertThat(found.stream().map(r -> r.reference().n())).containsExactly(1L, 2L, 3L, 4L);
    assertThat(found.stream().map(r -> r.entry() == null)).containsExactly(true, false, true, true);
    assertThat(found.get(1).entry())
        .isEqualTo(store.reads(EntryReads.class).after("#a", 1, 1).getFirst());
    assertThat(reads().referred("@bob", 2)).hasSize(2);
    assertThat(reads().referred("@bob", 2, 9).stream().map(r -> r.reference().n()))
        .containsExactly(3L, 4L);
  }

  @Test
  void a_page_of_long_messages_has_fewer_references() {
    var text = "x".repeat((int) (Store.PAGE_CHARS / 2));
    for (int i = 1; i <= 3; i++) {
      units.required("a", 1, message("#a", i, text), add("@bob", i, "#a", i));
    }
    units.await();
    assertThat(reads().referred("@bob", 9)).hasSize(2);
  }

  @Test
  void a_receipt_is_replaced_and_goes_with_its_entry() {
    units.required("a", 1, agent("@bob", "bob", true, T), message("@bob", 1), message("@bob", 2));
    units.required("a", 1, new SaveReceipt("@bob", receipt(1, ReceiptLevel.STORED)));
    units.required("a", 1, new SaveReceipt("@bob", receipt(1, ReceiptLevel.RETRIEVED)));
    units.required("a", 1, new SaveReceipt("@bob", receipt(2, ReceiptLevel.STORED)));
    units.required("a", 1, new MailDelivered("@bob", 1));
    units.await();
    assertThat(reads().receipt("@bob", 1)).contains(receipt(1, ReceiptLevel.RETRIEVED));
    store.prune(new Retention(0, Duration.ofDays(1)), T + 9 * DAY);
    assertThat(reads().receipt("@bob", 1)).isEmpty();
    assertThat(reads().receipt("@bob", 2)).contains(receipt(2, ReceiptLevel.STORED));
  }

  @Test
  void an_unconfirmed_reference_keeps_its_agent_until_its_message_is_gone() {
    units.required("a", 1, agent("@bob", "bob", true, T), agent("@eve", "eve", true, T));
    units.required("a", 1, message("#a", 1), add("@bob", 1, "#a", 1));
    units.await();
    assertThat(units.refusals()).isEmpty();
    var quarter = new Retention(0, Duration.ZERO, Duration.ofDays(90));
    assertThat(store.prune(quarter, T + 100 * DAY)).isEqualTo(1);
    assertThat(store.reads(AgentReads.class).agent("@bob")).isPresent();
    assertThat(store.reads(AgentReads.class).agent("@eve")).isEmpty();
    store.prune(new Retention(0, Duration.ofDays(1), Duration.ofDays(90)), T + 101 * DAY);
    assertThat(store.reads(AgentReads.class).agent("@bob")).isEmpty();
    assertThat(reads().references("@bob", 9)).isEmpty();
  }

  @Test
  void references_go_with_their_channel() {
    units.required("a", 1, new AddChannel(new StoredChannel("#c", false, false, null, T)));
    units.required("a", 1, add("@bob", 1, "#c", 1), add("@bob", 2, "#a", 1));
    units.required("a", 1, new RemoveChannel("#c"));
    units.await();
    assertThat(units.refusals()).isEmpty();
    assertThat(reads().references("@bob", 9)).containsExactly(reference(2, "#a", 1));
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(
        MailTable.INBOX, ReferenceTable.REFERENCES, ReferenceTable.REFERRED, ReceiptTable.RECEIPT);
  }
}
