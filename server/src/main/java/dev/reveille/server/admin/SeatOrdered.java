package dev.reveille.server.admin;

import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.store.AppendEvent;
import java.util.List;

/**
 * An order about seats, for the cell {@code Cells.seatDesk}, which answers it.
 *
 * @param by the administrator, for logs
 * @param audit the events that record the order, to be stored if it is carried out
 */
public record SeatOrdered(AdminRequest request, String by, List<AppendEvent> audit)
    implements Command {
  public SeatOrdered {
    audit = List.copyOf(audit);
  }

  @Override
  public List<Effect> unhandled() {
    return request.unhandled();
  }
}
