package dev.reveille.server.chat;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who may come in, who is verified, and what everybody who comes in is told.
 *
 * <p>Asked from any thread; never blocks. A change that was acknowledged counts for every question
 * after it.
 */
public interface Admission {
  /**
   * Why nobody with this key may identify here; absent if one may.
   *
   * @param pubkey the key's text as sent; null = none
   */
  Optional<ChatAnswer.Refused> identifying(@Nullable String pubkey);

  /** Why an agent that has proven its key may not come in; absent if it may. */
  Optional<ChatAnswer.Refused> entering(String agent, @Nullable String pubkey);

  /** Whether the owner of this key is known to the administrators. */
  boolean verified(@Nullable String pubkey);

  /** The line for everybody who connects. */
  Optional<String> motd();

  /** Everybody may come in and nobody is known. */
  static Admission open(Optional<String> motd) {
    return new Admission() {
      @Override
      public Optional<ChatAnswer.Refused> identifying(@Nullable String pubkey) {
        return Optional.empty();
      }

      @Override
      public Optional<ChatAnswer.Refused> entering(String agent, @Nullable String pubkey) {
        return Optional.empty();
      }

      @Override
      public boolean verified(@Nullable String pubkey) {
        return false;
      }

      @Override
      public Optional<String> motd() {
        return motd;
      }
    };
  }
}
