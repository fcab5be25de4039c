package dev.reveille.server.chat;

import java.util.Optional;

/** Knows the key that operators show to moderate. */
@FunctionalInterface
public interface OperatorKey {
  /** Why whoever shows this key may not moderate; nothing = it may. Must not block. */
  Optional<ChatAnswer.Refused> refusal(String key);
}
