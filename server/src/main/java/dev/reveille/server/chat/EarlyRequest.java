package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Contribution;
import java.util.function.Function;

/**
 * A message that a session answers although it has no agent yet. Any other one is refused before
 * WELCOME.
 *
 * @param answer runs on the session's event loop, so it never blocks
 */
public record EarlyRequest<M extends ClientMessage>(
    Class<M> type, Function<M, ServerMessage> answer) implements Contribution {
  /** Returns the answer to a message of this type. */
  public ServerMessage answer(ClientMessage message) {
    return answer.apply(type.cast(message));
  }

  @Override
  public String owns() {
    return "early wire " + type.getSimpleName();
  }
}
