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
 * An order with a valid admin key, for the cell {@link AdminRequest#CELL}.
 *
 * <p>The session handles nothing else until the order is answered. So every order ends with exactly
 * one {@link DeliveryEffect.Reply}, whatever its result is.
 *
 * @param agent the agent that asks, with {@code @}, or {@code token:} and the id of the token that
 *     allows it; null if neither is known
 * @param address the network address of the request
 */
public record AdminRequest(
    ReplyTo replyTo, @Nullable String agent, String address, AdminOrder order) implements Command {
  public static final String KIND = "admin";

  /** The address of the one cell that carries out the orders of administrators. */
  public static final CellId CELL = new CellId(KIND, KIND);

  @Override
  public List<Effect> unhandled() {
    return List.of(answered(Messages.unavailable()));
  }

  /** Returns the answer to this order. After it, the session goes on with its next message. */
  public Effect answered(ServerMessage message) {
    return new DeliveryEffect.Reply(replyTo, message);
  }

  /** Returns the effects of an order that failed: the answer, and an event in the audit. */
  public List<Effect> refused(ErrorCode code, String reason) {
    return List.of(
        answered(new ServerMessage.Failure(code, reason)),
        new Tell(AdminRequest.CELL, new OrderNotDone(this, code)));
  }
}
