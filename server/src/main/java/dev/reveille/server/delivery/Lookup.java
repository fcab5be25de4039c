package dev.reveille.server.delivery;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Contribution;
import java.util.function.Function;

/**
 * Answers one type of question about what is durable.
 *
 * @param answer may read the store. It runs when the session is ready for the answer, on a thread
 *     that may block. Messages that were sent to the session before come before the answer;
 *     messages that are sent later come after it
 */
public record Lookup<Q extends Query>(Class<Q> type, Function<? super Q, ServerMessage> answer)
    implements Contribution {
  @Override
  public String owns() {
    return "lookup " + type.getSimpleName();
  }

  ServerMessage answer(Query query) {
    return answer.apply(type.cast(query));
  }
}
