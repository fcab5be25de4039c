package dev.reveille.server.report;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.SeatOrders;
import dev.reveille.protocol.WakeOrders;
import dev.reveille.server.alert.AlertCell;
import dev.reveille.server.alert.SetAside;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.ReplyTo;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.observe.FacetOrder.Answer;
import dev.reveille.server.store.Store;
import dev.reveille.server.wake.GateCell;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * Carries out what a person chose for a need. Each is an order of an administrator that exists
 * elsewhere too, and goes the same way. Only what the list offers for a need at that moment is
 * done: an action for a need that is over does nothing.
 */
final class NeedsOrders {
  private static final Duration ASIDE = Duration.ofHours(8);
  private static final long PATIENCE_SECONDS = 10;
  private static final String BY = "dashboard";

  private final OpenNeeds needs;
  private final Store store;
  private final Clock clock;
  private final Host host;

  NeedsOrders(OpenNeeds needs, Store store, Clock clock, Host host) {
    this.needs = needs;
    this.store = store;
    this.clock = clock;
    this.host = host;
  }

  Answer carryOut(JsonNode body, String address) {
    var key = body.path("key").asString("");
    var found = needs.all().stream().filter(need -> need.key().equals(key)).findFirst();
    if (found.isEmpty()) return Answer.refused(404, "That needs nobody any more");
    var need = found.get();
    var word = body.path("action").asString("");
    var action =
        need.actions().stream()
            .filter(each -> each.isOrder() && each.word().equals(word))
            .findFirst();
    if (action.isEmpty()) return Answer.refused(400, "That is no action of this need");
    return switch (action.get()) {
      case RESUME -> resume(need.subject(), address);
      case BENCH -> order(new SeatOrders.BenchSeat(need.subject()), address);
      case WAKE -> order(new WakeOrders.WakeSeat(need.subject(), false), address);
      case OPEN_GATE ->
          ask(
              GateCell.ID,
              new GateCell.SetGate(
                  GateState.OPEN, BY, "opened at the dashboard by " + address, false));
      case LATER -> ask(AlertCell.ID, new SetAside(key, clock.wallMillis() + ASIDE.toMillis()));
      case TASK, SEAT -> throw new AssertionError("a link is no order");
    };
  }

  private Answer resume(String seat, String address) {
    // The answer of a seat does not come back here, so what it would refuse is said before.
    if (store.reads(WakeReads.class).gate().state() != GateState.OPEN) {
      return Answer.refused(409, "The gate is not open. Open it first");
    }
    return order(new SeatOrders.ResumeSeat(seat, false), address);
  }

  private Answer order(AdminOrder order, String address) {
    return ask(AdminRequest.CELL, new AdminRequest(new ReplyTo.Caller(), BY, address, order));
  }

  private Answer ask(CellId cell, Command command) {
    try {
      host.ask(cell, command)
          .toCompletableFuture()
          .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
          .join();
      return Answer.DONE;
    } catch (CompletionException e) {
      return Answer.refused(503, Messages.NOT_STORED);
    }
  }
}
