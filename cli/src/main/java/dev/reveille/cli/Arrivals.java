package dev.reveille.cli;

import dev.reveille.client.ClientBuilder;
import dev.reveille.client.ClientException;
import dev.reveille.client.ClientTime;
import dev.reveille.client.Incoming;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.WakeMessages;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One queue of everything that comes to an agent that listens with confirmed delivery: answers to
 * PENDING, and what the server sends unasked.
 */
final class Arrivals {
  /** If it is full, messages wait in the client, which has limits of its own. */
  private static final int MAX = 1_000;

  /** Each question is three frames, and a server takes 60 in ten seconds. */
  private static final long PAUSE_MILLIS = 1_000;

  private static final InboxMessages.Pending NOTHING =
      new InboxMessages.Pending(List.of(), "", 0, 0, false);

  private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(MAX);
  private final ClientTime time = ClientTime.system();
  private long askedAt = Long.MIN_VALUE / 2;
  private int asked;

  /** Something came. */
  sealed interface Event {
    record Pushed(Incoming incoming) implements Event {}

    /**
     * An answer.
     *
     * @param question which {@link #ask} it answers
     */
    record Answered(InboxMessages.Pending page, int question) implements Event {}

    /** The agent has a wake. */
    record Woken(WakeMessages.Wake wake) implements Event {}

    /** The agent has joined or left a channel. */
    record Moved() implements Event {}

    /**
     * A question failed.
     *
     * @param question which {@link #ask} it was
     */
    record Failed(ClientException why, int question) implements Event {}
  }

  /** Takes what the server sends unasked. Call it before the client connects. */
  void hear(ClientBuilder builder) {
    builder
        .listener(incoming -> put(new Event.Pushed(incoming)))
        .wakes(wake -> put(new Event.Woken(wake)))
        .on(ServerMessage.Joined.class, _ -> put(new Event.Moved()))
        .on(ServerMessage.Left.class, _ -> put(new Event.Moved()));
  }

  /** True if no question was asked after this one. */
  boolean isLast(int question) {
    return question == asked;
  }

  /**
   * Asks a question; the answer is an event. At most one in a second. An earlier question that
   * still waits is answered then.
   *
   * <p>A server that does not answer in time has answered nothing: the client connects again by
   * itself, and the next question finds what came meanwhile.
   */
  void ask(ReveilleClient client, InboxMessages.AskPending question) {
    long pause = Math.max(0, askedAt + PAUSE_MILLIS - time.millis());
    askedAt = time.millis() + pause;
    int number = ++asked;
    Thread.ofPlatform()
        .daemon()
        .name("reveille-pending")
        .start(
            () -> {
              try {
                time.sleep(pause);
                put(new Event.Answered(client.inbox().pending(question), number));
              } catch (ClientException.TimedOut e) {
                put(new Event.Answered(NOTHING, number));
              } catch (ClientException e) {
                put(new Event.Failed(e, number));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private void put(Event event) {
    try {
      events.put(event);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the next event, or empty if none came in time. */
  Optional<Event> next(Duration patience) throws InterruptedException {
    var event = events.poll(Math.max(0, patience.toMillis()), TimeUnit.MILLISECONDS);
    return Optional.ofNullable(event);
  }
}
