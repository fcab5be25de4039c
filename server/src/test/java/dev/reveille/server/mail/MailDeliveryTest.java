package dev.reveille.server.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.InProcessBus;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.simulation.StoreFixture;
import dev.reveille.server.sleep.Sleepers;
import dev.reveille.server.store.AppendEntry;
import dev.reveille.server.store.MemoryStore;
import dev.reveille.server.store.StoredEntry;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The mail of an agent that is back before its mailbox has heard how far it was. */
class MailDeliveryTest {
  private static final SessionId FIRST = new SessionId("n", 1);
  private static final SessionId SECOND = new SessionId("n", 2);

  private final ManualClock clock = new ManualClock();
  private final ManualTimers timers = new ManualTimers(clock);
  private final List<Command> told = new ArrayList<>();
  private final List<Object> pulled = new ArrayList<>();
  private final List<Pull> pulls = new ArrayList<>();
  private final List<String> sent = new ArrayList<>();
  private final ChatParts parts = StoreFixture.parts(clock, new MapPresence());
  private final MailDelivery mail =
      new MailDelivery(
          parts.store(),
          clock,
          new Listening(),
          outlets(),
          new Sleepers(50, timers),
          timers,
          new InProcessBus());

  /** Notes for whom something is read from the store. */
  private Outlets outlets() {
    return (Outlets)
        Proxy.newProxyInstance(
            Outlets.class.getClassLoader(),
            new Class<?>[] {Outlets.class},
            (_, method, arguments) -> {
              if (method.getName().equals("pull")) {
                pulled.add(arguments[0]);
                pulls.add((Pull) arguments[1]);
              } else if (method.getName().equals("send")) {
                sent.add(arguments[1].toString());
                ((Runnable) arguments[2]).run();
              }
              return null;
            });
  }

  /** Hears what it is told, and does nothing about it yet. */
  private final class Listening implements Host {
    @Override
    public void tell(CellId to, Command command) {
      told.add(command);
    }

    @Override
    public CompletionStage<Answer> ask(CellId to, Command command) {
      return CompletableFuture.failedStage(new AssertionError("nobody is asked"));
    }

    @Override
    public CompletionStage<Answer> deliver(CellId to, Command command, Write done) {
      throw new AssertionError("nothing is delivered");
    }
  }

  private MailProgress open(SessionId session, long from, long to) {
    mail.open(
        new MailEffect.OpenMail(
            session, "@ada", from, to, 0, "", "", List.of(), false, false, List.of()));
    return Objects.requireNonNull(mail.flow(session));
  }

  @Test
  void what_a_session_was_handed_its_successor_does_not_get_again() {
    open(FIRST, 1, 6).settle(1, 6);
    mail.close(FIRST);
    assertThat(told).containsExactly(new MailboxCommand.Delivered(FIRST, 6, "", "", ""));

    // The mailbox has not heard of it: it says to begin at the first.
    open(SECOND, 1, 6);
    assertThat(pulled).containsExactly(FIRST);
    mail.close(SECOND);
    open(FIRST, 1, 6);
    assertThat(pulled).containsExactly(FIRST);
    mail.close(FIRST);
    open(SECOND, 1, 7);
    assertThat(pulled).containsExactly(FIRST, SECOND);
  }

  @Test
  void what_it_was_not_handed_it_gets() {
    open(FIRST, 3, 6).settle(3, 4);
    mail.close(FIRST);
    open(SECOND, 3, 6);
    mail.close(SECOND);
    open(FIRST, 5, 6);
    assertThat(pulled).containsExactly(FIRST, SECOND, FIRST);
  }

  private void store(long... seqs) {
    var store = (MemoryStore) parts.store();
    for (long seq : seqs) {
      var write = new AppendEntry(stored(seq));
      store.submit(
          new Committer.Submission(
              Cells.mailbox("@ada"), 1, Unit.required(List.of(write), List.of(), List.of())));
    }
    store.commitAll();
  }

  private static StoredEntry stored(long seq) {
    return new StoredEntry("@ada", seq, 1, "id" + seq, "@bob", "bob", false, "m" + seq, null, "");
  }

  private static MailEffect.Mail mail(long seq) {
    return new MailEffect.Mail(FIRST, Messages.wire(stored(seq)), null);
  }

  /** Reads a pull to its end, as a socket that takes everything. */
  private static List<String> read(Pull pull) {
    var all = new ArrayList<String>();
    for (var page = pull.next(); !page.isEmpty(); page = pull.next()) {
      page.forEach(frame -> all.add(frame.toString()));
      pull.written();
    }
    return all;
  }

  @Test
  void what_a_lost_hint_left_out_is_read_from_the_store_first() {
    store(1, 2, 3, 4, 5);
    var flow = open(FIRST, 1, 0);
    mail.deliver(mail(1));
    mail.deliver(mail(4));
    assertThat(pulls).hasSize(1);
    assertThat(sent).hasSize(2);
    assertThat(flow.left()).isEqualTo(new MailProgress.Left(1, "4", "", "1,4"));
    assertThat(read(pulls.getFirst()))
        .satisfiesExactly(
            first -> assertThat(first).contains("\"seq\":2").doesNotContain("replay"),
            second -> assertThat(second).contains("\"seq\":3").doesNotContain("replay"));
    assertThat(flow.left()).isEqualTo(new MailProgress.Left(4, "", "", "1-4"));
    mail.deliver(mail(3));
    assertThat(sent).as("handed over already").hasSize(2);
  }

  @Test
  void a_hole_before_an_entry_that_is_passed_over_is_read_too() {
    store(1, 2, 3);
    var flow = open(FIRST, 1, 0);
    mail.passOver(new MailEffect.PassOver(FIRST, 3));
    assertThat(read(pulls.getFirst())).hasSize(2);
    assertThat(flow.left()).isEqualTo(new MailProgress.Left(3, "", "", "1-2"));
  }

  @Test
  void what_waits_comes_without_what_is_settled_and_only_what_may_have_been_shown_says_replay() {
    store(1, 2, 3, 4, 5, 6);
    mail.open(
        new MailEffect.OpenMail(
            FIRST, "@ada", 1, 6, 5, "2,4", "3", List.of(), false, false, List.of()));
    assertThat(read(pulls.getFirst()))
        .satisfiesExactly(
            one -> assertThat(one).contains("\"seq\":1").contains("\"replay\":true"),
            three -> assertThat(three).contains("\"seq\":3").doesNotContain("replay"),
            five -> assertThat(five).contains("\"seq\":5").contains("\"replay\":true"),
            six -> assertThat(six).contains("\"seq\":6").doesNotContain("replay"));
    assertThat(Objects.requireNonNull(mail.flow(FIRST)).left())
        .isEqualTo(new MailProgress.Left(6, "", "", "1,3,5-6"));
  }

  @Test
  void what_the_store_has_lost_counts_as_handed_over() {
    store(1, 2);
    var flow = open(FIRST, 1, 4);
    assertThat(read(pulls.getFirst())).hasSize(2);
    assertThat(flow.left()).isEqualTo(new MailProgress.Left(4, "", "", "1-2"));
  }
}
