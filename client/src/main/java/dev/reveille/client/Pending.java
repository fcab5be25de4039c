package dev.reveille.client;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages.Received;
import dev.reveille.protocol.ServerTypes;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A request on its way. Its fields belong to the session's lock. */
final class Pending {
  private final ClientMessage message;
  private final Predicate<Received.Known> answer;
  private final boolean silent;
  private final boolean repeatable;
  private final boolean waits;
  private final CompletableFuture<Optional<Received.Known>> done = new CompletableFuture<>();

  /** True if it was sent on some connection. Its effect is unknown if that connection breaks. */
  boolean sent;

  /** True if nobody waits any more. It keeps its place because its answer may still come. */
  boolean abandoned;

  /**
   * @param silent true if the server may accept it without an answer; the answer to a later request
   *     then completes it
   * @param repeatable true if sending it twice has the effect of sending it once
   */
  Pending(
      ClientMessage message, Predicate<Received.Known> answer, boolean silent, boolean repeatable) {
    this(message, answer, silent, repeatable, false);
  }

  private Pending(
      ClientMessage message,
      Predicate<Received.Known> answer,
      boolean silent,
      boolean repeatable,
      boolean waits) {
    this.message = message;
    this.answer = answer;
    this.silent = silent;
    this.repeatable = repeatable;
    this.waits = waits;
  }

  /** Returns a request whose answer may come after the answers to later requests. */
  static Pending waiting(ClientMessage message, Class<? extends ServerMessage> answer) {
    return new Pending(message, answeredBy(message, answer), false, true, true);
  }

  /** Returns a request that is answered by a message of a class, as its type says. */
  static Pending of(ClientMessage message, Class<? extends ServerMessage> answer) {
    return new Pending(message, answeredBy(message, answer), false, message.isRepeatable());
  }

  /** Returns the same, but it is not sent again after a lost connection. */
  static Pending once(ClientMessage message, Class<? extends ServerMessage> answer) {
    return new Pending(message, answeredBy(message, answer), false, false);
  }

  static Predicate<Received.Known> answeredBy(
      ClientMessage message, Class<? extends ServerMessage> answer) {
    var type = ServerTypes.of(answer);
    return received -> type.isAnswer(message, received.message());
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

  /** True if its answer may come after the answers to later requests. */
  boolean waits() {
    return waits;
  }

  boolean repeatable() {
    return repeatable;
  }

  /** Returns the answer; empty if it was accepted without one. */
  CompletableFuture<Optional<Received.Known>> done() {
    return done;
  }
}
