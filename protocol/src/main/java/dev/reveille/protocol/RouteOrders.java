package dev.reveille.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Administrators' orders about the wake routes of agents. Only here can an address be said. */
public final class RouteOrders {
  static final MessageTypes TYPES =
      new MessageTypes(
          List.of(
              AdminMessages.order("ADMIN_ROUTE_LIST", f -> new ShowRoutes(SeatOrders.identity(f))),
              AdminMessages.order("ADMIN_ROUTE_SET", RouteOrders::set),
              AdminMessages.order(
                  "ADMIN_ROUTE_REMOVE",
                  f -> new RemoveRoute(SeatOrders.identity(f), RouteMessages.number(f)))),
          List.of());

  private RouteOrders() {}

  /** An order about wake routes. The identity is a name, or an id with {@code @}. */
  public sealed interface RouteOrder extends AdminOrder {
    String identity();

    @Override
    default String subject() {
      return identity();
    }
  }

  /** Shows the wake routes of an agent. */
  public record ShowRoutes(String identity) implements RouteOrder {
    @Override
    public String action() {
      return "route_list";
    }

    @Override
    public void write(JsonText json) {
      json.field("identity", identity);
    }
  }

  /**
   * Sets a wake route of an agent.
   *
   * @param address where a webhook is called; null for other targets
   */
  public record SetRoute(String identity, RouteMessages.Wish wish, @Nullable String address)
      implements RouteOrder {
    @Override
    public String action() {
      return "route_set";
    }

    @Override
    public boolean needsKey() {
      return address != null;
    }

    @Override
    public void write(JsonText json) {
      RouteMessages.write(wish, json.field("identity", identity));
      if (address != null) json.field("address", address);
    }
  }

  public record RemoveRoute(String identity, long route) implements RouteOrder {
    @Override
    public String action() {
      return "route_remove";
    }

    @Override
    public void write(JsonText json) {
      json.field("identity", identity).field("route", route);
    }
  }

  private static AdminOrder set(Fields f) throws InvalidMessage {
    var route = PlacedRoute.of(f);
    return new SetRoute(SeatOrders.identity(f), route.wish(), route.address());
  }
}
