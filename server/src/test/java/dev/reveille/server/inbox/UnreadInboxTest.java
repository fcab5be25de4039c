package dev.reveille.server.inbox;

import static dev.reveille.server.store.Rows.T;
import static dev.reveille.server.store.Rows.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Priority;
import dev.reveille.server.mail.AddReference;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.mail.StoredReference;
import dev.reveille.server.store.EntryOutline;
import dev.reveille.server.store.Retention;
import dev.reveille.server.store.TableContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The one walk through an unread inbox, by which UNREAD and the pulse count. */
class UnreadInboxTest extends TableContract {
  private static final String ADA = "@ada";

  private final List<String> found = new ArrayList<>();

  private long walk(int mostEntries) {
    var inbox = new UnreadInbox(store, _ -> channel -> !channel.equals("#private"));
    found.clear();
    return inbox.walk(
        ADA,
        store.reads(MailReads.class).mailbox(ADA),
        100,
        new UnreadInbox.Finder() {
          @Override
          public boolean entry(EntryOutline entry) {
            found.add(entry.seq() + " at " + (entry.ts() - T));
            return found.size() < mostEntries;
          }

          @Override
          public void mention(StoredReference reference) {
            found.add(reference.channel() + " " + reference.seq());
          }
        });
  }

  private void mentioned(long n, String channel, long seq) {
    var reference = new StoredReference(n, 0, channel, seq, T, "@ann", Priority.NORMAL);
    units.required("a", 1, new AddReference(ADA, reference));
  }

  @Test
  void entries_come_in_order_with_their_times_before_the_mentions() {
    units.required("a", 1, message(ADA, 1), message(ADA, 2), message("#a", 1));
    mentioned(1, "#a", 1);
    units.await();
    assertThat(walk(9)).isZero();
    assertThat(found).containsExactly("1 at 1", "2 at 2", "#a 1");
  }

  @Test
  void a_mention_in_a_channel_that_the_agent_may_not_read_is_not_found() {
    units.required("a", 1, message("#private", 1));
    mentioned(1, "#private", 1);
    units.await();
    assertThat(walk(9)).isZero();
    assertThat(found).isEmpty();
  }

  @Test
  void a_mention_whose_message_was_removed_is_lost_and_not_found() {
    units.required("a", 1, message("#a", 1), message("#a", 2));
    mentioned(1, "#a", 1);
    mentioned(2, "#a", 2);
    units.await();
    store.prune(new Retention(1, Duration.ZERO), T);
    assertThat(walk(9)).isEqualTo(1);
    assertThat(found).containsExactly("#a 2");
  }

  @Test
  void a_finder_that_wants_no_more_entries_still_gets_the_mentions() {
    units.required("a", 1, message(ADA, 1), message(ADA, 2), message("#a", 1));
    mentioned(1, "#a", 1);
    units.await();
    walk(1);
    assertThat(found).containsExactly("1 at 1", "#a 1");
  }
}
