package dev.reveille.server.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.store.MemoryStore;
import dev.reveille.server.store.StoredEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The mail of a sleeper in its mailbox. */
class MailboxCellTest {
  private static final SessionId OLD = new SessionId("n", 1);
  private static final SessionId NEW = new SessionId("n", 2);
  private static final Presence.Member BOB =
      new Presence.Member("@bob", "bob", new SessionId("n", 9), false);

  private final ChatConfig config =
      new ChatConfig(
          ConfigFactory.parseString("limits.mailbox-max = 3")
              .withFallback(
                  ConfigFactory.parseResources(ChatConfig.class, "/reference.conf")
                      .getConfig("reveille")));
  private final ManualClock clock = new ManualClock();
  private final MailboxCell cell =
      MailboxCell.load(
          "@ada",
          config,
          clock,
          new MemoryStore(AllMemoryTables.make(), () -> {}),
          new MapPresence());
  private int number;

  private Step open(SessionId session, boolean key, String... muted) {
    return cell.handle(
        new MailboxCommand.Open(session, key, false, List.of(), List.of(muted), null));
  }

  private @Nullable Answer deposit() {
    var id = clock.wallMillis() + "-" + ++number;
    return cell.handle(
            new MailboxCommand.Deposit(
                id, BOB, StoredEntry.MESSAGE, id, "", null, List.of(), null, false))
        .answer();
  }

  private void deposited(int count) {
    for (int i = 0; i < count; i++) assertThat(deposit()).isInstanceOf(ChatAnswer.Placed.class);
  }

  private List<Write> reported(SessionId session, long upTo, String ahead, String unshown) {
    var step = cell.handle(new MailboxCommand.Delivered(session, upTo, ahead, unshown, ""));
    return step.units().stream().flatMap(unit -> unit.writes().stream()).toList();
  }

  private static MailEffect.OpenMail opened(Step step) {
    return step.units().stream()
        .flatMap(unit -> unit.effects().stream())
        .filter(MailEffect.OpenMail.class::isInstance)
        .map(MailEffect.OpenMail.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void it_stores_what_its_marks_cannot_tell_and_hands_it_to_the_next_session() {
    open(OLD, true);
    deposited(5);
    assertThat(reported(OLD, 1, "3-4", "2"))
        .containsExactly(new MailDelivered("@ada", 1), new MailRanges("@ada", "3-4", "2"));
    assertThat(reported(OLD, 1, "3-4", "2")).isEmpty();
    assertThat(opened(open(NEW, true)))
        .isEqualTo(
            new MailEffect.OpenMail(
                NEW, "@ada", 2, 5, 5, "3-4", "2", List.of(), false, false, List.of()));
    assertThat(reported(NEW, 4, "", "")).contains(new MailRanges("@ada", "", ""));
  }

  @Test
  void what_is_shown_now_is_stored_as_such_before_it_is_sent() {
    open(OLD, true);
    deposited(2);
    reported(OLD, 0, "2", "1");
    assertThat(open(NEW, true).units().getFirst().writes())
        .containsExactly(new MailRanges("@ada", "2", ""));
  }

  @Test
  void what_a_displaced_session_reports_late_is_ignored() {
    open(OLD, true);
    deposited(2);
    open(NEW, true);
    assertThat(reported(OLD, 2, "", "1")).isEmpty();
    assertThat(opened(open(NEW, true)).from()).isEqualTo(1);
  }

  @Test
  void what_did_not_fit_a_sleepers_buffer_fills_the_mailbox_though_the_agent_is_here() {
    open(OLD, true);
    deposited(9);
    reported(OLD, 0, "4-9", "1-3");
    assertThat(deposit()).isInstanceOf(ChatAnswer.Refused.class);
    open(NEW, true);
    deposited(1);
  }

  @Test
  void whom_the_sleeper_does_not_hear_learns_nothing_of_a_full_mailbox() {
    open(OLD, true, "@bob");
    deposited(4);
    reported(OLD, 0, "4", "1-3");
    deposited(1);
  }

  @Test
  void only_what_still_waits_counts_once_the_agent_is_gone() {
    open(OLD, true);
    deposited(9);
    cell.handle(new MailboxCommand.Close(OLD));
    reported(OLD, 0, "2-9", "1");
    deposited(2);
    assertThat(deposit()).isInstanceOf(ChatAnswer.Refused.class);
  }

  @Test
  void of_an_agent_without_a_key_nothing_is_kept() {
    open(OLD, false);
    deposited(5);
    assertThat(reported(OLD, 1, "3", "2")).isEmpty();
    deposited(1);
  }
}
