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
  private final ListenedChannels channels;

  /** Messages that answers without entries passed over. They are confirmed. */
  private long passedOver;

  PendingListening(ListenSettings settings, ListenedChannels channels) {
    this.settings = settings;
    this.channels = channels;
  }

  void hear(ClientBuilder builder) {
    arrivals.hear(builder);
  }

  /**
   * Returns the next batch; empty if none came in about the time of the settings.
   *
   * @param filtered the question, whose channels are set here
   */
  Optional<PendingBatch> next(ReveilleClient client, InboxMessages.AskPending filtered)
      throws InterruptedException {
    show(client, PresenceStatus.LISTENING);
    var jitter = new Jitter(settings.jitter(), new SecureRandom());
    long deadline = time.millis() + jitter.around(settings.nudge().toMillis());
    var pushed = new ArrayList<PendingBatch.Item>();
    passedOver = 0;
    while (awaitSettled(client, filtered, deadline, pushed)) {
      var batch = batch(client, filtered, pushed);
      // Somebody else may have confirmed it while it settled, or the server is away.
      if (batch.isPresent()) return batch;
    }
    return Optional.empty();
  }

  /** Returns true when the window of something that came is over; false at the deadline. */
  private boolean awaitSettled(
      ReveilleClient client,
      InboxMessages.AskPending filtered,
      long deadline,
      List<PendingBatch.Item> pushed)
      throws InterruptedException {
    long end = deadline;
    boolean found = false;
    ask(client, filtered, deadline);
    while (true) {
      var event = arrivals.next(Duration.ofMillis(end - time.millis()));
      if (event.isEmpty()) return found;
      boolean again = false;
      switch (event.get()) {
        case Arrivals.Event.Pushed(var incoming) -> {
          if (isElsewhere(client, incoming.message())) {
            pushed.add(new PendingBatch.Item(incoming.message(), incoming.json()));
            end = Math.min(end, time.millis() + settings.settle().toMillis());
            found = true;
          } else if (isUncovered(client, incoming.message())) {
            channels.changed();
            again = true;
          }
        }
        case Arrivals.Event.Woken(var wake) -> {
          pushed.add(WakeItems.of(client.agentId(), wake));
          end = Math.min(end, time.millis() + settings.settle().toMillis());
          found = true;
        }
        case Arrivals.Event.Answered(var page, var question) -> {
          if (!page.entries().isEmpty() || page.lost() > 0) {
            end = Math.min(end, time.millis() + settle(page).toMillis());
            found = true;
          } else {
            passBy(client, page);
            again = arrivals.isLast(question);
          }
        }
        case Arrivals.Event.Moved() -> {
          channels.changed();
          again = true;
        }
        case Arrivals.Event.Failed(var why, var question) -> {
          if (!channels.isOutdated(why)) throw why;
          again = arrivals.isLast(question);
        }
      }
      if (again && !found && time.millis() < deadline) ask(client, filtered, deadline);
    }
  }

  private void ask(ReveilleClient client, InboxMessages.AskPending filtered, long deadline) {
    long wait = Math.clamp(deadline - time.millis(), 1, InboxMessages.MAX_WAIT_MS);
    arrivals.ask(client, channels.question(client, filtered).waiting((int) wait));
  }

  /**
   * Confirms what an answer without entries passed over, if more is behind it: the next answer goes
   * on there.
   */
  private void passBy(ReveilleClient client, InboxMessages.Pending page) {
    if (!page.more() || page.cursor().isEmpty()) return;
    try {
      client.inbox().read(page.cursor());
      passedOver += page.passedOver();
    } catch (ClientException.TimedOut e) {
      // The same comes again.
    }
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

  private Optional<PendingBatch> batch(
      ReveilleClient client, InboxMessages.AskPending filtered, List<PendingBatch.Item> pushed) {
    try {
      var page = client.inbox().pending(channels.question(client, filtered));
      var batch = PendingBatch.of(page, pushed, passedOver);
      if (!batch.items().isEmpty() || batch.lost() > 0) return Optional.of(batch);
      passBy(client, page);
      return Optional.empty();
    } catch (ClientException e) {
      boolean asksAgain = e instanceof ClientException.TimedOut || channels.isOutdated(e);
      if (pushed.isEmpty() && !asksAgain) throw e;
      // What was pushed is nowhere else; what is pending comes again.
      return pushed.isEmpty()
          ? Optional.empty()
          : Optional.of(new PendingBatch(pushed, "", 0, passedOver, false));
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
   * callback, a wake or an invitation.
   */
  private static boolean isElsewhere(ReveilleClient client, ServerMessage.Msg message) {
    return message.to().equals(client.agentId()) && message.seq() == 0;
  }

  /** True if a message came from a channel that the question does not name but should. */
  private boolean isUncovered(ReveilleClient client, ServerMessage.Msg message) {
    return message.to().startsWith("#")
        && !channels.isCovered(message.to())
        && !message.from().equals(client.agentId())
        && !message.from().equals(Names.SERVER);
  }
}
