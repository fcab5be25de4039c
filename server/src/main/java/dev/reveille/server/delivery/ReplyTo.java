package dev.reveille.server.delivery;

import dev.reveille.server.kernel.SessionId;

/** Who gets the answer to a request. */
public sealed interface ReplyTo {
  /** The session that asked. */
  record OfSession(SessionId session) implements ReplyTo {}

  /** Somebody who asked through {@link dev.reveille.server.kernel.Host#ask}, which answers. */
  record Caller() implements ReplyTo {}
}
