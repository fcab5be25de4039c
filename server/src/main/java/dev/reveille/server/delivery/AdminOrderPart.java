package dev.reveille.server.delivery;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.store.AppendEvent;
import java.util.List;
import java.util.Optional;

/**
 * One order of administrators: which keys allow it, and the cell that carries it out. That cell
 * answers the order and stores its audit events.
 *
 * @param passOn empty if the cell of administrators carries it out itself
 */
public record AdminOrderPart<O extends AdminOrder>(
    Class<O> order, Key key, Optional<PassOn<O>> passOn) implements Contribution {

  /** The keys that allow an order. */
  public enum Key {
    /** Only the admin key. */
    ADMIN,
    /** Also the key for the lists. */
    LISTS
  }

  /** Makes the command for the cell that carries an order out. */
  @FunctionalInterface
  public interface PassOn<O extends AdminOrder> {
    /**
     * Returns the command and its receiver.
     *
     * @param by the administrator, for lists and logs
     * @param audit the events that record the order, to be stored if it is carried out
     */
    Tell tell(O order, AdminRequest request, String by, List<AppendEvent> audit);
  }

  /** Makes the part of an order that the admin key allows and another cell carries out. */
  public AdminOrderPart(Class<O> order, PassOn<O> passOn) {
    this(order, Key.ADMIN, Optional.of(passOn));
  }

  /** Makes the part of an order that the cell of administrators carries out itself. */
  public AdminOrderPart(Class<O> order, Key key) {
    this(order, key, Optional.empty());
  }

  /** Returns the command for the cell that carries the order out, if it is another one. */
  public Optional<Tell> tell(AdminRequest request, String by, List<AppendEvent> audit) {
    return passOn.map(to -> to.tell(order.cast(request.order()), request, by, audit));
  }

  @Override
  public String owns() {
    return "order " + order.getSimpleName();
  }
}
