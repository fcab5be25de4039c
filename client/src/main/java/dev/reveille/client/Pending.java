package dev.reveille.client;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ServerMessages.Received;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A request on its way. Its fields belong to the session's lock. */
final class Pending {
  private final ClientMessage message;
  private final Predicate<Received.Known> answer;
  private final boolean silent;
  private final boolean repeatable;
  private final CompletableFuture<Optional<Received.Known>> done = new CompletableFuture<>();

  /** Whether it went out on some connection, so that its effect is unknown when that one dies. */
  boolean sent;

  /** Nobody waits any more; it keeps its place because its answer may still come. */
  boolean abandoned;

  /**
   * @param silent the server may accept it without a word; a later answer then completes it
   * @param repeatable doing it twice has the effect of doing it once
   */
  Pending(
      ClientMessage message, Predicate<Received.Known> answer, boolean silent, boolean repeatable) {
    this.message = message;
    this.answer = answer;
    this.silent = silent;
    this.repeatable = repeatable;
  }

  ClientMessage message() {
    return message;
  }

  boolean isAnsweredBy(Received.Known received) {
    return answer.test(received);
  }

  boolean silent() {
    return silent;
  }

  boolean repeatable() {
    return repeatable;
  }

  /** Empty = accepted in silence. */
  CompletableFuture<Optional<Received.Known>> done() {
    return done;
  }
}
