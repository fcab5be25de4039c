package dev.reveille.client;

import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.ServerMessage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The way of one connection to its WELCOME: it identifies, answers the challenge, and waits.
 *
 * <p>It is over at the first of: the WELCOME, a refusal, the loss of the connection.
 */
final class Welcoming {
  private final ClientSettings settings;
  private final Credentials credentials;
  private final CompletableFuture<ServerMessage.Welcome> outcome = new CompletableFuture<>();

  Welcoming(ClientSettings settings, Credentials credentials) {
    this.settings = settings;
    this.credentials = credentials;
  }

  void begin(Wire wire) {
    wire.send(ClientMessages.write(credentials.identify()));
  }

  void prove(Wire wire, ServerMessage.Challenge challenge) {
    credentials.answer(challenge).ifPresent(answer -> wire.send(ClientMessages.write(answer)));
  }

  void welcomed(ServerMessage.Welcome welcome) {
    outcome.complete(welcome);
  }

  /** Returns false if it was over before. */
  boolean fail(ClientException cause) {
    return outcome.completeExceptionally(cause);
  }

  void lost(String reason) {
    fail(
        new ClientException.CannotConnect(
            settings.uri() + " closed the connection before the welcome: " + reason + ".", null));
  }

  /**
   * Waits for the WELCOME.
   *
   * @throws ClientException if the server refuses or does not welcome in time; the wire is closed
   */
  void await(Wire wire) throws InterruptedException {
    try {
      outcome.get(settings.identifyTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      wire.abort("not welcomed in time");
      throw new ClientException.TimedOut(settings.uri() + " did not welcome the agent in time.");
    } catch (ExecutionException e) {
      wire.abort("not welcomed");
      if (e.getCause() instanceof ClientException c) throw c;
      throw new ClientException.CannotConnect("Cannot identify at " + settings.uri() + ".", e);
    }
  }
}
