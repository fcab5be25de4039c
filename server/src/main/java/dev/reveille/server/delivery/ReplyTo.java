package dev.reveille.server.delivery;

import dev.reveille.server.kernel.SessionId;

/** The receiver of the answer to a request. */
public sealed interface ReplyTo {
  /** The session that asked. */
  record OfSession(SessionId session) implements ReplyTo {}

  /** The caller of {@link dev.reveille.server.kernel.Host#ask}. The host gives it the answer. */
  record Caller() implements ReplyTo {}
}
