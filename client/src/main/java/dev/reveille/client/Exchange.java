package dev.reveille.client;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.PublicKey;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages.Received;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** Sends requests of a session and waits for their answers. */
final class Exchange {
  /** Longer than a server waits for the other agent. */
  private static final Duration VERIFICATION_PATIENCE = Duration.ofMinutes(2);

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
    check(message);
    var pending = new Pending(message, answer, silent, message.isRepeatable());
    var all = new ArrayList<>(List.of(pending));
    if (silent) all.add(Pending.of(new ClientMessage.Ping(), ServerMessage.Pong.class));
    session.submit(all);
    try {
      return await(pending.done(), settings.requestTimeout()).map(Received.Known::message);
    } finally {
      if (!pending.done().isDone()) all.forEach(session::abandon);
    }
  }

  /**
   * Sends a message whose answer may wait, and waits for it.
   *
   * @param longer how much longer than any other answer it may take
   */
  <R extends ServerMessage> R sendWaiting(ClientMessage message, Class<R> answer, Duration longer) {
    check(message);
    var pending = Pending.waiting(message, answer);
    session.submit(List.of(pending));
    try {
      var received = await(pending.done(), settings.requestTimeout().plus(longer));
      return answer.cast(received.orElseThrow().message());
    } finally {
      if (!pending.done().isDone()) session.abandon(pending);
    }
  }

  /** Asks another agent to prove that it has its key. Returns the key. */
  PublicKey verify(String agent) {
    var bytes = new byte[16];
    settings.random().nextBytes(bytes);
    var asked = new ClientMessage.VerifyRequest(agent, HexFormat.of().formatHex(bytes));
    var answer = Pending.answeredBy(asked, ServerMessage.ProofPending.class);
    var id = ((ServerMessage.ProofPending) send(asked, answer, false).orElseThrow()).requestId();
    try {
      var pem = await(session.verification(id), VERIFICATION_PATIENCE);
      return PublicKey.parse(pem)
          .orElseThrow(
              () -> new ClientException.Refused("VERIFICATION_FAILED", "The server named no key"));
    } finally {
      session.forgetVerification(id);
    }
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
