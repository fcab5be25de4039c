package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The requests of an agent about its own wake routes. None of them says an address or a command:
 * those come from people alone.
 */
public final class RouteMessages {
  /** The events that a route can be for. */
  public static final List<String> TRIGGERS =
      List.of("message", "mention", "task", "permission", "pulse", "timer");

  /** The ways that a route can take. Only people set a webhook. */
  public static final List<String> TARGETS = List.of("seat", "session", "harness", "webhook");

  /** Says how far a route may disturb its agent. */
  public static final List<String> POLICIES = List.of("silent", "next_turn", "immediate");

  /** The most agents or tags that one route names. */
  public static final int MOST_NAMED = 20;

  /** The longest window in seconds. */
  public static final int MOST_WINDOW = 3_600;

  static final String WEBHOOK = "webhook";
  private static final int MAX_REPLY = 256;

  static final ClientType<ListRoutes> LIST =
      ClientType.empty("ROUTE_LIST", Scope.OBSERVE, new ListRoutes());

  static final ClientType<WishRoute> SET =
      new ClientType<>(
          "ROUTE_SET",
          Scope.SEAT,
          WishRoute.class,
          f -> {
            for (var field : List.of("address", "command", "url")) {
              if (f.has(field)) {
                throw new InvalidMessage("Invalid " + field + ": only people say what is called");
              }
            }
            var wish = wish(f);
            if (wish.target().equals(WEBHOOK)) {
              throw new InvalidMessage("Invalid target: only people set a webhook");
            }
            return new WishRoute(wish);
          },
          (m, json) -> write(m.wish(), json));

  static final ClientType<DropRoute> REMOVE =
      new ClientType<>(
          "ROUTE_REMOVE",
          Scope.SEAT,
          DropRoute.class,
          f -> new DropRoute(number(f)),
          (m, json) -> json.field("route", m.route()));

  static final ServerType<Routes> ROUTES =
      new ServerType<>(
          "ROUTES",
          Routes.class,
          f ->
              new Routes(
                  f.text("request"), f.objects("list").stream().map(RouteMessages::shown).toList()),
          (m, json) ->
              json.field("request", m.request())
                  .rawList("list", m.list().stream().map(RouteMessages::json).toList()),
          Set.of(ListRoutes.class, WishRoute.class, DropRoute.class),
          (request, answer) -> request.type().equals(answer.request()));

  static final MessageTypes TYPES = new MessageTypes(List.of(LIST, SET, REMOVE), List.of(ROUTES));

  private RouteMessages() {}

  /**
   * A route as somebody wishes it. All filters must match.
   *
   * @param least only events of this priority or above
   * @param from only events of these agents; empty = of all
   * @param tags only messages with one of these tags; empty = all
   * @param replyTo only replies to this message; null = all
   * @param windowS how many seconds an event waits for others; null = as usual
   */
  public record Wish(
      String trigger,
      Priority least,
      List<String> from,
      List<String> tags,
      @Nullable String replyTo,
      String target,
      String policy,
      @Nullable Integer windowS) {
    public Wish {
      from = List.copyOf(new TreeSet<>(from));
      tags = List.copyOf(new TreeSet<>(tags));
    }
  }

  /** Asks for the agent's routes. */
  public record ListRoutes() implements ClientMessage {}

  /** Sets a route. One with the same trigger, filters and target is changed. */
  public record WishRoute(Wish wish) implements ClientMessage {}

  /** Removes a route. */
  public record DropRoute(long route) implements ClientMessage {}

  /**
   * A route as it is stored.
   *
   * @param address null if it has none
   * @param state active or degraded
   * @param reason why it is degraded; null if it is not
   */
  public record ShownRoute(
      long route, Wish wish, @Nullable String address, String state, @Nullable String reason) {}

  /** All routes of the agent, also as the answer to a change. */
  public record Routes(String request, List<ShownRoute> list) implements ServerMessage {
    public Routes {
      list = List.copyOf(list);
    }
  }

  static long number(Fields f) throws InvalidMessage {
    var seq = f.seq("route");
    if (seq == null) throw new InvalidMessage("Missing route: its number, as ROUTE_LIST shows it");
    return seq;
  }

  /** Reads a wish. Words that are not exactly as listed are refused, never corrected. */
  static Wish wish(Fields f) throws InvalidMessage {
    var least = f.priority("least");
    return new Wish(
        one(f, "trigger", TRIGGERS, null),
        least == null ? Priority.LOW : least,
        agents(f),
        f.tags(),
        f.optional("reply_to", MAX_REPLY),
        one(f, "target", TARGETS, "seat"),
        one(f, "policy", POLICIES, "immediate"),
        f.has("window_s") ? f.upTo("window_s", MOST_WINDOW) : null);
  }

  private static String one(Fields f, String field, List<String> valid, @Nullable String otherwise)
      throws InvalidMessage {
    if (!f.has(field) && otherwise != null) return otherwise;
    var word = f.value(field);
    if (!word.isString() || !valid.contains(word.stringValue())) {
      throw new InvalidMessage("Invalid " + field + ": one of " + String.join(", ", valid));
    }
    return word.stringValue();
  }

  private static List<String> agents(Fields f) throws InvalidMessage {
    if (!f.has("from")) return List.of();
    var list = f.value("from");
    var agents = new ArrayList<String>();
    if (list.isArray() && list.size() <= MOST_NAMED) {
      for (var each : list) {
        if (each.isString() && isAgent(each.stringValue())) agents.add(each.stringValue());
      }
    }
    if (!list.isArray() || agents.size() != list.size()) {
      throw new InvalidMessage("Invalid from: at most " + MOST_NAMED + " ids of agents with @");
    }
    return agents;
  }

  private static boolean isAgent(String word) {
    return word.startsWith("@") && Names.isName(word.substring(1));
  }

  static void write(Wish wish, JsonText json) {
    json.field("trigger", wish.trigger()).field("least", wish.least().word());
    if (!wish.from().isEmpty()) json.field("from", wish.from());
    if (!wish.tags().isEmpty()) json.field("tags", wish.tags());
    if (wish.replyTo() != null) json.field("reply_to", wish.replyTo());
    json.field("target", wish.target()).field("policy", wish.policy());
    if (wish.windowS() != null) json.field("window_s", wish.windowS());
  }

  /** Returns the JSON of a stored route. */
  public static byte[] json(ShownRoute shown) {
    var json = new JsonText(256).field("route", shown.route());
    write(shown.wish(), json);
    if (shown.address() != null) json.field("address", shown.address());
    json.field("state", shown.state());
    if (shown.reason() != null) json.field("reason", shown.reason());
    return json.bytes();
  }

  /** Reads a list of stored routes, as an answer to an administrator has it. */
  public static List<ShownRoute> shown(JsonNode list) {
    var routes = new ArrayList<ShownRoute>();
    for (var each : list) routes.add(shown(new ServerFields(each)));
    return routes;
  }

  private static ShownRoute shown(ServerFields f) {
    return new ShownRoute(
        f.number("route"),
        new Wish(
            f.text("trigger"),
            Priority.of(f.text("least")).orElse(Priority.LOW),
            f.texts("from"),
            f.texts("tags"),
            f.optional("reply_to"),
            f.text("target"),
            f.text("policy"),
            f.has("window_s") ? f.count("window_s") : null),
        f.optional("address"),
        f.text("state"),
        f.optional("reason"));
  }
}
