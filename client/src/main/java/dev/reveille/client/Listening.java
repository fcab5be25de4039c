package dev.reveille.client;

import dev.reveille.protocol.Names;
import dev.reveille.protocol.PresenceStatus;
import java.util.ArrayList;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the next batch of entries.
 *
 * <p>The wait ends when the settle window of the first unread entry has passed. Without entries it
 * ends after the jittered nudge time. The agent's own messages are skipped. Notices of the server
 * in channels are skipped too, unless the settings ask for them. Callbacks, wakes, direct messages
 * of the server and entries of other types than MSG always count. Entries that do not fit into the
 * batch stay for the next one.
 */
final class Listening {
  private final Arrived arrived;
  private final ClientTime time;
  private final Jitter jitter;

  Listening(Arrived arrived, ClientTime time, Jitter jitter) {
    this.arrived = arrived;
    this.time = time;
    this.jitter = jitter;
  }

  /** Waits with the presence LISTENING, and leaves out what the client's agent said itself. */
  Batch asPresence(ReveilleClient client, ListenSettings how) {
    client.presence(PresenceStatus.LISTENING, null);
    try {
      return await(how, incoming -> isOwn(client, incoming));
    } catch (InterruptedException e) {
      throw Exchange.interrupted(e);
    } finally {
      if (client.isOnline()) quietly(() -> client.presence(PresenceStatus.ONLINE, null));
    }
  }

  private static boolean isOwn(ReveilleClient client, Incoming incoming) {
    var from = incoming.message().from();
    return from.equals(client.agentId()) && !from.equals(Names.SERVER);
  }

  /** Ignores a failure: a wrong presence is better than the loss of the batch. */
  private static void quietly(Runnable step) {
    try {
      step.run();
    } catch (ClientException e) {
      // the next listen, or the end of the session, sets the presence right
    }
  }

  Batch await(ListenSettings how, Predicate<Incoming> own) throws InterruptedException {
    long nudgeAt = time.millis() + jitter.around(how.nudge().toMillis());
    var window = new SettleWindow(how);
    var batch = new ArrayList<Incoming>();
    while (!window.isFull()) {
      long deadline = window.isEmpty() ? nudgeAt : window.endMillis();
      var next = peek(deadline, !batch.isEmpty());
      if (next == null) break;
      if (!own.test(next) && (how.notices() || !isNotice(next))) {
        if (!window.accept(next.arrivedMillis(), length(next))) break;
        batch.add(next);
      }
      arrived.take(next);
    }
    return new Batch(batch);
  }

  private @Nullable Incoming peek(long deadline, boolean haveSome) throws InterruptedException {
    try {
      return arrived.peek(deadline).orElse(null);
    } catch (ClientException e) {
      if (haveSome) return null; // the next call says it
      throw e;
    }
  }

  /** Returns the length that a reader gets: of another type than MSG, all its fields. */
  private static int length(Incoming incoming) {
    var message = incoming.message();
    return message.content().length() + (message.isMsg() ? 0 : message.extras().length());
  }

  private static boolean isNotice(Incoming incoming) {
    var message = incoming.message();
    return message.isMsg()
        && message.from().equals(Names.SERVER)
        && message.to().startsWith("#")
        && !message.content().startsWith("@@");
  }
}
