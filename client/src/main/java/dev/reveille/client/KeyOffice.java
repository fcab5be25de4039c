package dev.reveille.client;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.KeyChange;
import dev.reveille.protocol.Revocation;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.protocol.ServerMessages.Received;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Rotates and revokes keys over a connection that does not identify. It takes over no session and
 * fetches no mail.
 */
public final class KeyOffice {
  private final URI uri;
  private final Duration timeout;

  public KeyOffice(URI uri, Duration timeout) {
    this.uri = uri;
    this.timeout = timeout;
  }

  /**
   * Replaces an agent's key by the last key of the chain.
   *
   * @return the agent's id, with {@code @}. The change is stored, and sessions of the old key are
   *     over
   * @throws ClientException.Refused if the server did not change anything
   * @throws ClientException.CannotConnect if the server was not reached
   */
  public String rotate(List<KeyChange> chain) {
    return ask(new ClientMessage.RotateKey(chain));
  }

  /** Revokes a key for ever. Returns and throws as {@link #rotate} does. */
  public String revoke(Revocation certificate) {
    return ask(new ClientMessage.RevokeKey(certificate));
  }

  private String ask(ClientMessage message) {
    var answer = new CompletableFuture<String>();
    try {
      var wire = Wire.open(uri, timeout, ClientThreads.PLATFORM, new Waiting(answer));
      try {
        wire.start();
        wire.send(ClientMessages.write(message));
        return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      } finally {
        wire.close(Duration.ofSeconds(1));
      }
    } catch (TimeoutException e) {
      throw new ClientException.TimedOut(
          uri + " did not answer within " + timeout.toMillis() + " ms.");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ClientException c) throw c;
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientException.Ended("Interrupted while waiting.", e);
    }
  }

  /** Waits for the answer and ignores all other messages. */
  private record Waiting(CompletableFuture<String> answer) implements Wire.Listener {
    @Override
    public void text(Wire wire, String text) {
      try {
        hear(ServerMessages.read(text));
      } catch (IllegalArgumentException e) {
        // no message of the protocol
      }
    }

    private void hear(Received received) {
      switch (received) {
        case Received.Known(ServerMessage.KeyRotated(var agent, _), _) -> answer.complete(agent);
        case Received.Known(ServerMessage.KeyRevoked(var agent), _) -> answer.complete(agent);
        case Received.Known(ServerMessage.Failure(var code, var text), _) ->
            refuse(code.name(), text);
        case Received.Other(var type, var json) when type.equals("ERROR") ->
            refuse(json.path("code").asString(""), json.path("message").asString(""));
        case Received.Known _, Received.Other _ -> {}
      }
    }

    private void refuse(String code, String text) {
      answer.completeExceptionally(new ClientException.Refused(code, text));
    }

    @Override
    public void closed(Wire wire, String reason) {
      answer.completeExceptionally(
          new ClientException.Ended("The connection ended before the answer: " + reason, null));
    }
  }
}
