package dev.reveille.server.session;

import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/** Accepts connections. */
public interface Door {

  /**
   * A client that connects.
   *
   * @param address the client's address, as far as it can be trusted
   * @param userAgent the name of the client's program, cut to a short length
   * @param confidential true if nobody on the way can read what it sends: TLS or the same machine
   */
  record Visitor(
      SessionId session, String address, @Nullable String userAgent, boolean confidential) {
    /** Creates a visitor from this machine. */
    public Visitor(SessionId session, String address) {
      this(session, address, null, true);
    }
  }

  /** Called by the event loop of a connection when it is up. */
  Inbound opened(Visitor visitor);
}
