package dev.reveille.server.delivery;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Tell;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order whose key was right, for the cell {@link AdminRequest#CELL}.
 *
 * <p>Its session deals with nothing else until the order is answered, so whatever becomes of it
 * ends with exactly one {@link DeliveryEffect.Reply}.
 *
 * @param agent who asks, with {@code @}; absent before identification
 * @param address where it was asked from
 */
public record AdminRequest(
    ReplyTo replyTo, @Nullable String agent, String address, AdminOrder order) implements Command {
  public static final String KIND = "admin";

  /** The address of the one cell that carries out what administrators ask. */
  public static final CellId CELL = new CellId(KIND, KIND);

  @Override
  public List<Effect> unhandled() {
    return List.of(answered(Messages.unavailable()));
  }

  /** Returns the answer to this order; its session goes on with the next message. */
  public Effect answered(ServerMessage message) {
    return new DeliveryEffect.Reply(replyTo, message);
  }

  /** Returns what follows when the order came to nothing: the answer, and a note in the audit. */
  public List<Effect> refused(ErrorCode code, String reason) {
    return List.of(
        answered(new ServerMessage.Failure(code, reason)),
        new Tell(AdminRequest.CELL, new OrderNotDone(this, code)));
  }
}
