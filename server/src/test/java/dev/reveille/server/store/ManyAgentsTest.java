package dev.reveille.server.store;

import static dev.reveille.server.store.Rows.T;
import static dev.reveille.server.store.Rows.agent;
import static dev.reveille.server.store.Rows.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Priority;
import dev.reveille.server.app.Features;
import dev.reveille.server.channel.AddMember;
import dev.reveille.server.channel.BeginMark;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.mail.AddReference;
import dev.reveille.server.mail.MailDelivered;
import dev.reveille.server.mail.ReceiptLevel;
import dev.reveille.server.mail.SaveReceipt;
import dev.reveille.server.mail.StoredReceipt;
import dev.reveille.server.mail.StoredReference;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents with a key that come once: each leaves rows behind, and retention takes them all. */
class ManyAgentsTest {
  private static final int AGENTS = Boolean.getBoolean("reveille.full") ? 100_000 : 4_000;
  private static final int A_DAY = AGENTS / 100;
  private static final long DAY = Duration.ofDays(1).toMillis();

  @TempDir Path folder = Path.of("");

  @Test
  void the_rows_of_short_lived_agents_with_a_key_are_bounded() {
    var retention = new Retention(0, Duration.ZERO, Duration.ofDays(10));
    try (var store =
        JdbcStore.open(folder.resolve("reveille.db"), Features.TABLES, new Failures())) {
      var units = new Settlements(store);
      long most = 0;
      for (int i = 0; i < AGENTS; i++) {
        var id = "@k" + i;
        long now = T + i / A_DAY * DAY;
        units.required("a", 1, agent(id, "x", true, now), message(id, 1));
        units.required("a", 1, new MailDelivered(id, 1), new AddMember("#general", id, now));
        var reference = new StoredReference(1, 0, "#gone", 1, now, "@a", Priority.NORMAL);
        units.required("a", 1, new BeginMark(id, "#general"), new AddReference(id, reference));
        var receipt = new StoredReceipt(1, "m" + i, "@a", ReceiptLevel.RETRIEVED, now);
        units.required("a", 1, new SaveReceipt(id, receipt));
        // Without a key: only a mailbox stays behind.
        units.required("a", 1, message("@guest" + i, 1));
        if (i % A_DAY == A_DAY - 1) {
          units.await();
          store.prune(retention, now);
          most = Math.max(most, store.sizes().getOrDefault("agents", 0L));
        }
      }
      assertThat(units.refusals()).isEmpty();
      assertThat(most).as("agents of ten days").isLessThanOrEqualTo(11L * A_DAY);
      store.prune(retention, T + 120 * DAY);
      assertThat(store.sizes())
          .containsEntry("agents", 0L)
          .containsEntry("streams", 0L)
          .containsEntry("messages", 0L)
          .containsEntry("members", 0L)
          .containsEntry("read_marks", 0L)
          .containsEntry("inbox_refs", 0L)
          .containsEntry("receipts", 0L)
          .containsEntry("mailboxes", 0L);
    }
  }
}
