package dev.reveille.server.edge.ws;

import dev.reveille.protocol.ClientMessages;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.limits.FrameWindow;
import dev.reveille.server.session.Inbound;

/**
 * Counts the frames of one connection, reads them and hands on what is valid.
 *
 * <p>A text is read before the session is asked to take it, so that a long one holds up nobody but
 * its sender.
 */
public final class MessageReader implements TextReceiver {
  private final Inbound inbound;
  private final Clock clock;
  private final FrameWindow window = new FrameWindow();

  public MessageReader(Inbound inbound, Clock clock) {
    this.inbound = inbound;
    this.clock = clock;
  }

  @Override
  public void message(String text) {
    int limit = inbound.frameLimit();
    if (limit == Inbound.CLOSED) return;
    if (!window.admit(clock.nanos(), limit)) {
      inbound.tooManyFrames();
      return;
    }
    switch (ClientMessages.read(text)) {
      case ClientMessages.Read.Valid(var message) -> inbound.message(message, text.length());
      case ClientMessages.Read.Invalid(var reason, _) -> inbound.invalid(reason);
    }
  }

  @Override
  public void closed() {
    inbound.closed();
  }
}
