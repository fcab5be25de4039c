package dev.reveille.cli;

import dev.reveille.client.ClientBuilder;
import dev.reveille.client.ClientException;
import dev.reveille.client.ClientTime;
import dev.reveille.client.Jitter;
import dev.reveille.client.ListenSettings;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.protocol.ServerMessage;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Waits for batches of an agent with confirmed delivery.
 *
 * <p>A batch is everything that is pending when it is made, also what came before the command. It
 * is made when the settle window of its oldest message is over, so that a burst is one batch.
 * Nothing is confirmed here: {@link Confirmation} does that when the batch is dealt with.
 */
final class PendingListening {
  private final ListenSettings settings;
  private final ClientTime time = ClientTime.system();
  private final Arrivals arrivals = new Arrivals();

  PendingListening(ListenSettings settings) {
    this.settings = settings;
  }

  void hear(ClientBuilder builder) {
    arrivals.hear(builder);
  }

  /** Returns the next batch; empty if none came in about the time of the settings. */
  Optional<PendingBatch> next(ReveilleClient client, InboxMessages.AskPending question)
      throws InterruptedException {
    show(client, PresenceStatus.LISTENING);
    var jitter = new Jitter(settings.jitter(), new SecureRandom());
    long deadline = time.millis() + jitter.around(settings.nudge().toMillis());
    var pushed = new ArrayList<PendingBatch.Item>();
    while (awaitSettled(client, question, deadline, pushed)) {
      var batch = batch(client, question, pushed);
      // Somebody else may have confirmed it while it settled, or the server is away.
      if (!batch.items().isEmpty() || batch.lost() > 0) return Optional.of(batch);
    }
    return Optional.empty();
  }

  /** Returns true when the window of something that came is over; false at the deadline. */
  private boolean awaitSettled(
      ReveilleClient client,
      InboxMessages.AskPending question,
      long deadline,
      List<PendingBatch.Item> pushed)
      throws InterruptedException {
    long end = deadline;
    boolean found = false;
    ask(client, question, deadline);
    while (true) {
      var event = arrivals.next(Duration.ofMillis(end - time.millis()));
      if (event.isEmpty()) return found;
      switch (event.get()) {
        case Arrivals.Event.Pushed(var incoming) -> {
          if (isElsewhere(client, question, incoming.message())) {
            pushed.add(new PendingBatch.Item(incoming.message(), incoming.json()));
            end = Math.min(end, time.millis() + settings.settle().toMillis());
            found = true;
          }
        }
        case Arrivals.Event.Woken(var wake) -> {
          pushed.add(WakeItems.of(client.agentId(), wake));
          end = Math.min(end, time.millis() + settings.settle().toMillis());
          found = true;
        }
        case Arrivals.Event.Answered(var page) -> {
          if (!page.entries().isEmpty() || page.lost() > 0) {
            end = Math.min(end, time.millis() + settle(page).toMillis());
            found = true;
          } else if (!found && time.millis() < deadline) {
            ask(client, question, deadline);
          }
        }
        case Arrivals.Event.Failed(var why) -> throw why;
      }
    }
  }

  private void ask(ReveilleClient client, InboxMessages.AskPending question, long deadline) {
    long wait = Math.clamp(deadline - time.millis(), 1, InboxMessages.MAX_WAIT_MS);
    arrivals.ask(client, question.waiting((int) wait));
  }

  /** Returns what is left of the window: what came long ago is not made to wait. */
  private Duration settle(InboxMessages.Pending page) {
    long oldest =
        page.entries().stream()
            .mapToLong(entry -> entry.message().ts())
            .min()
            .orElse(System.currentTimeMillis());
    long age = Math.max(0, System.currentTimeMillis() - oldest);
    return Duration.ofMillis(Math.max(0, settings.settle().toMillis() - age));
  }

  private static PendingBatch batch(
      ReveilleClient client, InboxMessages.AskPending question, List<PendingBatch.Item> pushed) {
    try {
      return PendingBatch.of(client.inbox().pending(question.waiting(0)), pushed);
    } catch (ClientException e) {
      // What was pushed is nowhere else; what is pending comes again.
      if (pushed.isEmpty() && !(e instanceof ClientException.TimedOut)) throw e;
      return new PendingBatch(pushed, "", 0, false);
    }
  }

  /** Sets the presence. A wrong one is better than an end because the server is away. */
  static void show(ReveilleClient client, PresenceStatus presence) {
    try {
      client.presence(presence, null);
    } catch (ClientException.TimedOut e) {
      // the next one sets it right
    }
  }

  /**
   * True if a message that the server sent unasked is for this agent and in no answer to PENDING: a
   * callback, a wake, an invitation, or a message of a channel that was not asked for because there
   * are too many.
   */
  private static boolean isElsewhere(
      ReveilleClient client, InboxMessages.AskPending question, ServerMessage.Msg message) {
    var self = client.agentId();
    if (message.to().equals(self)) return message.seq() == 0;
    if (question.channels().size() < InboxMessages.MAX_CHANNELS) return false;
    return !question.channels().contains(message.to())
        && !message.from().equals(self)
        && !message.from().equals(Names.SERVER);
  }
}
