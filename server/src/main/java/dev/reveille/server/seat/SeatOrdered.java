package dev.reveille.server.seat;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.server.delivery.AdminOrderPart;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.store.AppendEvent;
import java.util.List;
import java.util.function.Function;

/**
 * An order about an agent that is named as people name it. The desk of seats finds the agent. It
 * carries the order out itself, or passes it on to a cell of that agent.
 *
 * @param by the administrator, for logs
 * @param audit the events that record the order, to be stored if it is carried out
 * @param kind the kind of the cell that carries it out
 */
public record SeatOrdered(AdminRequest request, String by, List<AppendEvent> audit, String kind)
    implements Command {
  /** The kind of the cell that finds the agent. Its address is the agent's name or id. */
  static final String DESK = "seat-desk";

  public SeatOrdered {
    audit = List.copyOf(audit);
  }

  /**
   * Makes the part of an order about an agent.
   *
   * @param identity returns the agent's name or id
   * @param kind the kind of the agent's cell that carries it out
   */
  public static <O extends AdminOrder> AdminOrderPart<O> part(
      Class<O> order, Function<O, String> identity, String kind) {
    return new AdminOrderPart<>(
        order,
        (given, request, by, audit) ->
            new Tell(
                new CellId(DESK, identity.apply(given)),
                new SeatOrdered(request, by, audit, kind)));
  }

  /** Makes the part of an order that the desk itself answers or hands to the seat. */
  static <O extends AdminOrder> AdminOrderPart<O> part(
      Class<O> order, Function<O, String> identity) {
    return part(order, identity, DESK);
  }

  @Override
  public List<Effect> unhandled() {
    return request.unhandled();
  }
}
