package dev.reveille.server.route;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.RouteMessages;
import dev.reveille.protocol.RouteOrders;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.seat.SeatOrdered;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Owns the routes of one identity: their rows, their marks and their health. What it lists is what
 * the store has, and what deliveries read.
 */
public final class RouteCell implements Cell {
  public static final String KIND = "wake-routes";

  private final RouteBook book;
  private final Supplier<String> secrets;

  /**
   * @param secrets makes a secret for a new webhook
   */
  public RouteCell(String identity, RouteReads reads, Supplier<String> secrets) {
    book = new RouteBook(identity, reads);
    this.secrets = secrets;
  }

  public static CellId at(String identity) {
    return new CellId(KIND, identity);
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  @Override
  public Step handle(Command command) {
    if (command instanceof SeatOrdered) return heads();
    return switch ((RouteCommand) command) {
      case RouteCommand.Boot _, RouteCommand.Wish _ -> heads();
      case RouteCommand.Show(var by, var request) ->
          Step.answer(new ChatAnswer.Done(), Unit.barrier(List.of(answer(by, request))));
      case RouteCommand.Drop(var by, var n) -> drop(by, n);
      case RouteCommand.HandedOver(var seq, var at) -> stored(book.handedOver(seq, at));
      case RouteCommand.Called(var n, var why, var lasting) -> stored(book.called(n, why, lasting));
    };
  }

  private Step heads() {
    return Step.call(
        RouteHeads.at(book.identity()), new RouteHeads.FindHeads(), Step.NOTHING_TO_UNDO);
  }

  @Override
  public Step resume(Command command, Answer answer) {
    if (!(answer instanceof RouteHeads.Heads heads)) return unreadable(command);
    return switch (command) {
      case RouteCommand.Boot(var defined) -> boot(heads, defined);
      case RouteCommand.Wish(var by, var wish) -> wish(by, wish, heads);
      case SeatOrdered ordered -> Step.of(ordered(ordered, heads));
      default -> throw new IllegalArgumentException("asks for nothing: " + command);
    };
  }

  private static Step unreadable(Command command) {
    if (command instanceof SeatOrdered ordered) {
      return Step.of(Unit.barrier(ordered.request().unhandled()));
    }
    return Step.answer(new ChatAnswer.Refused(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE));
  }

  private Effect changed() {
    return new RouteEffect.RoutesChanged(book.identity(), book.routes());
  }

  private Step stored(List<Write> writes) {
    if (writes.isEmpty()) return Step.none();
    return Step.of(Unit.required(writes, List.of(changed()), List.of()));
  }

  private Step boot(RouteHeads.Heads heads, List<DefinedRoute> defined) {
    if (!heads.hasSeat()) return Step.none();
    var writes = book.boot(heads);
    writes.addAll(book.define(defined, heads));
    var effects = new ArrayList<Effect>();
    effects.add(changed());
    if (book.isBehind(heads)) effects.add(new RouteEffect.Replay(book.identity()));
    return Step.of(
        writes.isEmpty() ? Unit.barrier(effects) : Unit.required(writes, effects, List.of()));
  }

  /* The agent. */

  private Effect answer(SessionId by, String request) {
    return new DeliveryEffect.ToSession(
        by,
        new RouteMessages.Routes(request, book.routes().stream().map(WakeRoute::shown).toList()));
  }

  private Step changedFor(SessionId by, String request, List<Write> writes) {
    return Step.answer(
        new ChatAnswer.Done(),
        Unit.required(
            writes, List.of(changed(), answer(by, request)), List.of(Messages.notStored(by))));
  }

  private static Step refuse(ErrorCode code, String reason) {
    return Step.answer(new ChatAnswer.Refused(code, reason));
  }

  private Step wish(SessionId by, RouteMessages.Wish wish, RouteHeads.Heads heads) {
    if (!heads.hasSeat()) {
      return refuse(ErrorCode.NOT_ALLOWED, "You have no seat, so nothing could wake you");
    }
    if (book.isFull(wish, "")) return refuse(ErrorCode.RATE_LIMITED, RouteBook.FULL);
    var writes = new ArrayList<Write>();
    // Whoever was never looked at before has its first routes too, as the next beat would give it.
    if (!book.exists()) writes.addAll(book.boot(heads));
    writes.addAll(book.set(wish, "", null, book.identity(), heads));
    return changedFor(by, "ROUTE_SET", writes);
  }

  private Step drop(SessionId by, long n) {
    var route = book.route(n);
    if (route == null) return refuse(ErrorCode.INVALID_MSG, "No route of yours is " + n);
    if (route.target() == RouteTarget.WEBHOOK) {
      return refuse(ErrorCode.NOT_ALLOWED, "Route " + n + " is a webhook; people remove it");
    }
    return changedFor(by, "ROUTE_REMOVE", book.remove(n));
  }

  /* Administrators. */

  private Unit ordered(SeatOrdered ordered, RouteHeads.Heads heads) {
    return switch ((RouteOrders.RouteOrder) ordered.request().order()) {
      case RouteOrders.ShowRoutes _ -> Unit.barrier(List.of(shown(ordered, null)));
      case RouteOrders.SetRoute(_, var wish, var address) -> set(ordered, wish, address, heads);
      case RouteOrders.RemoveRoute(_, var n) ->
          book.route(n) == null
              ? refuse(ordered, ErrorCode.INVALID_MSG, "It has no route " + n)
              : carriedOut(ordered, book.remove(n), null);
    };
  }

  private Unit set(
      SeatOrdered ordered,
      RouteMessages.Wish wish,
      @Nullable String address,
      RouteHeads.Heads heads) {
    var to = address == null ? "" : address;
    if (!heads.hasSeat()) {
      return refuse(ordered, ErrorCode.NOT_ALLOWED, "It has no seat, so nothing could wake it");
    }
    if (book.isFull(wish, to)) return refuse(ordered, ErrorCode.RATE_LIMITED, RouteBook.FULL);
    var writes = new ArrayList<Write>();
    if (!book.exists()) writes.addAll(book.boot(heads));
    boolean fresh = address != null && book.find(wish, to) == null;
    var secret = fresh ? secrets.get() : null;
    writes.addAll(book.set(wish, to, secret, ordered.by(), heads));
    return carriedOut(ordered, writes, secret);
  }

  private Unit carriedOut(SeatOrdered ordered, List<Write> writes, @Nullable String secret) {
    var all = new ArrayList<Write>(writes);
    all.addAll(ordered.audit());
    return Unit.required(
        all, List.of(changed(), shown(ordered, secret)), ordered.request().unhandled());
  }

  private static Unit refuse(SeatOrdered ordered, ErrorCode code, String reason) {
    return Unit.barrier(ordered.request().refused(code, reason));
  }

  /**
   * Answers with the routes.
   *
   * @param secret of a new webhook; it is said once
   */
  private Effect shown(SeatOrdered ordered, @Nullable String secret) {
    var fields =
        new JsonText(1024)
            .rawList(
                "routes",
                book.routes().stream().map(route -> RouteMessages.json(route.shown())).toList());
    if (secret != null) fields.field("secret", secret);
    var order = ordered.request().order();
    return ordered
        .request()
        .answered(new ServerMessage.AdminResult(order.action(), true, fields.fields()));
  }
}
