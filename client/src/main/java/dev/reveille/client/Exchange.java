package dev.reveille.client;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages.Received;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** Sends requests of a session and waits for their answers. */
final class Exchange {
  private final ClientSettings settings;
  private final ClientSession session;

  Exchange(ClientSettings settings, ClientSession session) {
    this.settings = settings;
    this.session = session;
  }

  /**
   * Sends a message and waits for its answer.
   *
   * @param silent true if the server may accept it without an answer. It is then followed by a
   *     PING: if its PONG comes first, the result is empty
   */
  Optional<ServerMessage> send(
      ClientMessage message, Predicate<Received.Known> answer, boolean silent) {
    var pending = new Pending(message, answer, silent, message.isRepeatable());
    return send(pending, settings.requestTimeout());
  }

  private Optional<ServerMessage> send(Pending pending, Duration patience) {
    check(pending.message());
    var all = new ArrayList<>(List.of(pending));
    if (pending.silent()) all.add(Pending.of(new ClientMessage.Ping(), ServerMessage.Pong.class));
    session.submit(all);
    try {
      return await(pending.done(), patience).map(Received.Known::message);
    } finally {
      if (!pending.done().isDone()) all.forEach(session::abandon);
    }
  }

  /**
   * Sends a message whose answer may wait, and waits for it. The session sends a PING behind it:
   * when its PONG comes first, the message was accepted, and a later ERROR belongs to another
   * request.
   *
   * @param longer how much longer than any other answer it may take
   */
  <R extends ServerMessage> R sendWaiting(ClientMessage message, Class<R> answer, Duration longer) {
    var pending = Pending.waiting(message, answer);
    return answer.cast(send(pending, settings.requestTimeout().plus(longer)).orElseThrow());
  }

  <T> T await(CompletableFuture<T> answer, Duration patience) {
    try {
      return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new ClientException.TimedOut(
          settings.uri() + " did not answer within " + patience.toMillis() + " ms.");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ClientException c) throw c;
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Throws if the server would reject the message as invalid. */
  static void check(ClientMessage message) {
    if (ClientMessages.read(ClientMessages.write(message))
        instanceof ClientMessages.Read.Invalid(var reason, var _)) {
      throw new ClientException.Refused("INVALID_MSG", reason);
    }
  }

  static ClientException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new ClientException.Ended("Interrupted while waiting.", e);
  }
}
