package dev.reveille.server.chat;

import dev.reveille.server.delivery.ChatAnswer;
import java.util.Collection;
import java.util.Optional;

/**
 * Who may come in, who is verified, and what everybody who comes in is told.
 *
 * <p>Asked from any thread; never blocks. A change that was acknowledged counts for every question
 * after it.
 */
public interface Admission {
  /**
   * Why nobody who names these keys may identify here; absent if one may. Nothing is proven yet.
   *
   * @param keys texts as sent: the agent's key and those that gave way to it; empty = no key
   */
  Optional<ChatAnswer.Refused> identifying(Collection<String> keys);

  /**
   * Why an agent that has proven its key may not come in; absent if it may.
   *
   * @param keys all that the agent had and has; empty = it has none
   */
  Optional<ChatAnswer.Refused> entering(String agent, Collection<String> keys);

  /** Whether the owner of these keys is known to the administrators: by any of them. */
  boolean verified(Collection<String> keys);

  /** The line for everybody who connects. */
  Optional<String> motd();

  /** Everybody may come in and nobody is known. */
  static Admission open(Optional<String> motd) {
    return new Admission() {
      @Override
      public Optional<ChatAnswer.Refused> identifying(Collection<String> keys) {
        return Optional.empty();
      }

      @Override
      public Optional<ChatAnswer.Refused> entering(String agent, Collection<String> keys) {
        return Optional.empty();
      }

      @Override
      public boolean verified(Collection<String> keys) {
        return false;
      }

      @Override
      public Optional<String> motd() {
        return motd;
      }
    };
  }
}
