package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;

/** The JSON of administrators' orders about seats. */
final class SeatOrders {
  private static final int MAX_WORDS = 100;
  private static final int MAX_WORD = 4_096;

  /** The daily wakes of a seat for which nobody said another number. */
  static final int USUAL_WAKES = 100;

  static final List<ClientType<ClientMessage.Admin>> ORDERS =
      List.of(
          AdminMessages.order("ADMIN_SEAT_ADD", SeatOrders::add),
          AdminMessages.order("ADMIN_SEAT_LIST", _ -> new AdminOrder.ListSeats()),
          AdminMessages.order("ADMIN_SEAT_SHOW", f -> new AdminOrder.ShowSeat(identity(f))),
          AdminMessages.order("ADMIN_SEAT_BENCH", f -> new AdminOrder.BenchSeat(identity(f))),
          AdminMessages.order(
              "ADMIN_SEAT_RESUME", f -> new AdminOrder.ResumeSeat(identity(f), f.flag("override"))),
          AdminMessages.order("ADMIN_SEAT_REMOVE", f -> new AdminOrder.RemoveSeat(identity(f))),
          AdminMessages.order("ADMIN_MEMORY_SHOW", f -> new AdminOrder.ShowMemory(identity(f))),
          AdminMessages.order("ADMIN_ROUTE_LIST", f -> new AdminOrder.ShowRoutes(identity(f))),
          AdminMessages.order("ADMIN_ROUTE_SET", SeatOrders::route),
          AdminMessages.order(
              "ADMIN_ROUTE_REMOVE",
              f -> new AdminOrder.RemoveRoute(identity(f), RouteMessages.number(f))));

  static final MessageTypes TYPES = new MessageTypes(ORDERS, List.of());

  private SeatOrders() {}

  private static AdminOrder add(Fields f) throws InvalidMessage {
    var priority = f.priority("priority");
    var environment = words(f, "environment");
    for (var variable : environment) {
      if (!variable.matches("(?s)[A-Za-z_][A-Za-z0-9_]*=.*")) {
        throw new InvalidMessage("Invalid environment: each is NAME=value");
      }
    }
    return new AdminOrder.AddSeat(
        identity(f),
        f.id("harness"),
        f.optional("folder", MAX_WORD),
        words(f, "command"),
        environment,
        f.optional("route", MAX_WORD),
        !f.has("auto_resume") || f.flag("auto_resume"),
        priority == null ? Priority.NORMAL : priority,
        f.has("daily_wakes") ? f.upTo("daily_wakes", SeatMessages.MAX_WAKES) : USUAL_WAKES,
        f.optional("quiet", SeatMessages.MAX_QUIET));
  }

  private static AdminOrder route(Fields f) throws InvalidMessage {
    var wish = RouteMessages.wish(f);
    var address = f.optional("address", MAX_WORD);
    boolean webhook = wish.target().equals(RouteMessages.WEBHOOK);
    if (webhook && (address == null || !address.matches("https?://.+"))) {
      throw new InvalidMessage("Invalid address: a webhook needs one, http:// or https://");
    }
    if (!webhook && address != null) {
      throw new InvalidMessage("Invalid address: only a webhook has one");
    }
    return new AdminOrder.SetRoute(identity(f), wish, address);
  }

  private static List<String> words(Fields f, String field) throws InvalidMessage {
    if (!f.has(field)) return List.of();
    var list = f.value(field);
    var words = new ArrayList<String>();
    if (list.isArray() && list.size() <= MAX_WORDS) {
      for (var each : list) {
        if (each.isString()
            && each.stringValue().length() <= MAX_WORD
            && each.stringValue().indexOf('\0') < 0) {
          words.add(Json.wellFormed(each.stringValue()));
        }
      }
    }
    if (!list.isArray() || words.size() != list.size()) {
      throw new InvalidMessage(
          "Invalid " + field + ": at most " + MAX_WORDS + " texts of at most " + MAX_WORD);
    }
    return words;
  }

  /** Returns an agent's name, or its id with {@code @}. */
  private static String identity(Fields f) throws InvalidMessage {
    var word = f.nonEmpty("identity");
    if (!Names.isName(word.startsWith("@") ? word.substring(1) : word)) {
      throw new InvalidMessage("Invalid identity: a name, or an id with @");
    }
    return word;
  }

  static void write(AdminOrder.SeatOrder order, JsonText json) {
    switch (order) {
      case AdminOrder.AddSeat add -> {
        json.field("identity", add.identity()).field("harness", add.harness());
        if (add.folder() != null) json.field("folder", add.folder());
        json.field("command", add.command()).field("environment", add.environment());
        if (add.route() != null) json.field("route", add.route());
        json.field("auto_resume", add.autoResume())
            .field("priority", add.priority().word())
            .field("daily_wakes", add.dailyWakes());
        if (add.quiet() != null) json.field("quiet", add.quiet());
      }
      case AdminOrder.ListSeats() -> {}
      case AdminOrder.ShowSeat(var identity) -> json.field("identity", identity);
      case AdminOrder.BenchSeat(var identity) -> json.field("identity", identity);
      case AdminOrder.ResumeSeat(var identity, var override) ->
          json.field("identity", identity).field("override", override);
      case AdminOrder.RemoveSeat(var identity) -> json.field("identity", identity);
      case AdminOrder.ShowMemory(var identity) -> json.field("identity", identity);
      case AdminOrder.ShowRoutes(var identity) -> json.field("identity", identity);
      case AdminOrder.SetRoute(var identity, var wish, var address) -> {
        RouteMessages.write(wish, json.field("identity", identity));
        if (address != null) json.field("address", address);
      }
      case AdminOrder.RemoveRoute(var identity, var route) ->
          json.field("identity", identity).field("route", route);
    }
  }
}
