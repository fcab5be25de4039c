package dev.reveille.client;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.protocol.ServerMessages.Received;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A connection for administrators. It does not identify, so no agent joins or leaves.
 *
 * <p>Not thread-safe. It gives one order at a time.
 */
public final class AdminClient implements AutoCloseable {
  private static final Duration GOODBYE = Duration.ofSeconds(1);

  /** A connection that only gives orders gets fewer messages than this. */
  private static final int MAX_HEARD = 1000;

  private sealed interface Heard {
    record Message(Received received) implements Heard {}

    record End(String reason) implements Heard {}
  }

  private final URI uri;
  private final String key;
  private final Duration timeout;
  private final LinkedBlockingQueue<Heard> heard = new LinkedBlockingQueue<>(MAX_HEARD);
  private final Wire wire;

  private AdminClient(URI uri, String key, Duration timeout) throws InterruptedException {
    this.uri = uri;
    this.key = key;
    this.timeout = timeout;
    wire = Wire.open(uri, timeout, ClientThreads.PLATFORM, new Answers());
    wire.start();
  }

  /**
   * Connects.
   *
   * @throws ClientException if the server is not there
   */
  public static AdminClient connect(URI uri, String key, Duration timeout) {
    try {
      return new AdminClient(uri, key, timeout);
    } catch (InterruptedException e) {
      throw Exchange.interrupted(e);
    }
  }

  /**
   * Gives an order and waits for its result.
   *
   * @throws ClientException if the server refuses it, or does not answer in time
   */
  public ServerMessage.AdminResult order(AdminOrder order) {
    var message = new ClientMessage.Admin(order, key);
    Exchange.check(message);
    wire.send(ClientMessages.write(message));
    long end = System.nanoTime() + timeout.toNanos();
    try {
      while (true) {
        var next = heard.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (next == null) {
          throw new ClientException.TimedOut(
              uri + " did not answer within " + timeout.toMillis() + " ms.");
        }
        switch (next) {
          case Heard.End(var reason) ->
              throw new ClientException.Ended("The server ended it: " + reason + ".", null);
          case Heard.Message(Received.Known(ServerMessage.AdminResult result, var _)) -> {
            return result;
          }
          case Heard.Message(Received.Known(ServerMessage.Failure failure, var _)) ->
              throw new ClientException.Refused(failure.code().name(), failure.message());
          case Heard.Message(Received.Other(var type, var json)) when type.equals("ERROR") ->
              throw new ClientException.Refused(
                  json.path("code").asString(""), json.path("message").asString(""));
          case Heard.Message _ -> {} // MOTD_UPDATE, and whatever else everybody is told
        }
      }
    } catch (InterruptedException e) {
      throw Exchange.interrupted(e);
    }
  }

  private final class Answers implements Wire.Listener {
    @Override
    public void text(Wire from, String text) {
      try {
        hear(new Heard.Message(ServerMessages.read(text)));
      } catch (IllegalArgumentException e) {
        // no message of the protocol; the order then gets no answer in time
      }
    }

    @Override
    public void closed(Wire from, String reason) {
      hear(new Heard.End(reason));
    }

    private void hear(Heard something) {
      // No order read the queue for long. Only the newest message matters.
      if (!heard.offer(something)) {
        heard.clear();
        var _ = heard.offer(something);
      }
    }
  }

  @Override
  public void close() {
    wire.close(GOODBYE);
  }
}
