package dev.reveille.server.chat;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order whose key was right, for the cell {@link Cells#admin}.
 *
 * <p>Its session deals with nothing else until the order is answered, so whatever becomes of it
 * ends with exactly one {@link ChatEffect.OrderAnswered} or {@link ChatEffect.OrderRefused}.
 *
 * @param agent who asks, with {@code @}; absent before identification
 * @param address where it was asked from
 */
public record AdminRequest(
    SessionId session, @Nullable String agent, String address, AdminOrder order)
    implements Command {
  @Override
  public List<Effect> unhandled() {
    return List.of(new ChatEffect.OrderAnswered(session, Messages.unavailable()));
  }
}
