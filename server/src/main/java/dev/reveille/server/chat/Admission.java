package dev.reveille.server.chat;

import dev.reveille.server.delivery.ChatAnswer;
import java.util.Collection;
import java.util.Optional;

/**
 * Decides who may connect and who is verified, and holds the message of the day.
 *
 * <p>Any thread may call it; it never blocks. A change that was acknowledged counts for every call
 * after it.
 */
public interface Admission {
  /**
   * Returns why nobody with these keys may identify here; empty if one may. The keys are not proven
   * yet.
   *
   * @param keys texts as sent: the agent's key and those that it replaced; empty = no key
   */
  Optional<ChatAnswer.Refused> identifying(Collection<String> keys);

  /**
   * Returns why an agent that has proven its key may not connect; empty if it may.
   *
   * @param keys all keys that the agent had and has; empty = it has none
   */
  Optional<ChatAnswer.Refused> entering(String agent, Collection<String> keys);

  /** Returns the refusal of an agent that is banned; empty if it is not. */
  Optional<ChatAnswer.Refused> banned(String agent);

  /** True if the administrators verified the owner of these keys by any of them. */
  boolean verified(Collection<String> keys);

  /** Returns the message of the day for each agent that connects. */
  Optional<String> motd();

  /** Returns an admission that lets everybody connect and verifies nobody. */
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
      public Optional<ChatAnswer.Refused> banned(String agent) {
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
