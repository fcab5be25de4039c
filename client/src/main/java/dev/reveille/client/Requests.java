package dev.reveille.client;

import dev.reveille.protocol.ServerMessages.Received;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The requests that wait for an answer, oldest first.
 *
 * <p>The server answers the requests of one connection in their order, and an ERROR does not say
 * what it answers. So an ERROR belongs to the oldest waiting request, and an answer to the oldest
 * request that it fits (an echo by its {@code client_msg_id}, the others by type and channel).
 * Requests that are accepted in silence and stand before an answered one were accepted.
 *
 * <p>A request whose answer may wait is refused in its order, too. Once a later request is
 * answered, it was accepted, and only its own answer belongs to it.
 *
 * <p>Not thread-safe: owned by the session's lock.
 */
final class Requests {
  static final int MAX_WAITING = 1000;

  private final Deque<Pending> waiting = new ArrayDeque<>();

  /** Requests that were accepted and whose answers wait, oldest first. */
  private final List<Pending> accepted = new ArrayList<>();

  boolean isFull() {
    return size() >= MAX_WAITING;
  }

  int size() {
    return waiting.size() + accepted.size();
  }

  void add(Pending pending) {
    waiting.add(pending);
  }

  /** Completes and removes the request that this answers. Returns empty if it answers none. */
  Optional<Pending> answer(Received.Known received) {
    var late = accepted.stream().filter(p -> p.isAnsweredBy(received)).findFirst();
    if (late.isPresent()) {
      accepted.remove(late.get());
      late.get().done().complete(Optional.of(received));
      return late;
    }
    var match = waiting.stream().filter(p -> p.isAnsweredBy(received)).findFirst();
    if (match.isEmpty()) return match;
    for (Iterator<Pending> i = waiting.iterator(); i.hasNext(); ) {
      var pending = i.next();
      if (pending == match.get()) {
        i.remove();
        pending.done().complete(Optional.of(received));
        break;
      }
      if (pending.waits()) {
        i.remove();
        accepted.add(pending);
      } else if (pending.silent() || pending.abandoned) {
        i.remove();
        pending.done().complete(Optional.empty());
      }
    }
    return match;
  }

  /** Fails and returns the oldest request that was not accepted. Returns empty if there is none. */
  Optional<Pending> refuse(ClientException.Refused error) {
    var oldest = Optional.ofNullable(waiting.poll());
    oldest.ifPresent(p -> p.done().completeExceptionally(error));
    return oldest;
  }

  /** Notes that nobody waits for a request. It is removed if it was not sent. */
  void abandon(Pending pending) {
    pending.abandoned = true;
    if (!pending.sent) waiting.remove(pending);
  }

  /**
   * Empties the queue after a lost connection.
   *
   * @return the requests to send again, in order. Those that may not be repeated have failed
   */
  List<Pending> takeForRepeat() {
    var repeat = new ArrayList<Pending>();
    waiting.addAll(accepted);
    accepted.clear();
    for (var pending : waiting) {
      if (pending.abandoned) continue;
      if (pending.sent && !pending.repeatable()) {
        pending
            .done()
            .completeExceptionally(
                new ClientException.TimedOut(
                    "The connection was lost before the answer came; the request may have had its"
                        + " effect."));
      } else {
        repeat.add(pending);
      }
    }
    waiting.clear();
    return repeat;
  }

  void failAll(ClientException cause) {
    waiting.addAll(accepted);
    accepted.clear();
    for (var pending : waiting) pending.done().completeExceptionally(cause);
    waiting.clear();
  }
}
