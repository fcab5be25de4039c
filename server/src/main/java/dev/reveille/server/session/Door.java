package dev.reveille.server.session;

import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/** Lets connections in. */
public interface Door {

  /**
   * Who knocks.
   *
   * @param address the client's, as far as it can be trusted
   * @param userAgent what the client's program calls itself, cut to a bearable length
   */
  record Visitor(SessionId session, String address, @Nullable String userAgent) {
    public Visitor(SessionId session, String address) {
      this(session, address, null);
    }
  }

  /** A connection is up. Called by its event loop. */
  Inbound opened(Visitor visitor);
}
