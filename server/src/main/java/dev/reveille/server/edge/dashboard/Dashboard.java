package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.server.channel.ChannelList;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.edge.http.Reply;
import dev.reveille.server.edge.http.Route;
import dev.reveille.server.edge.http.Route.Method;
import dev.reveille.server.edge.http.Stream;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.observe.EventKinds;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.observe.Feed;
import dev.reveille.server.observe.FeedPlaces;
import dev.reveille.server.observe.Measurements;
import dev.reveille.server.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;

/** The page at {@code /} and its data at {@code /api}. */
public final class Dashboard {

  /** The sources of the data, and the facets of the features. */
  public record Parts(
      Store store,
      Presence presence,
      ChannelList channels,
      Feed feed,
      Measurements measurements,
      Host host,
      Clock clock,
      List<Facet> facets) {}

  private final Parts parts;
  private final Access access;
  private final AgentRows agents;
  private final FeedCache all;
  private final FeedCache open;
  private final ChannelPages channels;
  private final EventPages events;
  private final NumbersPages numbers;
  private final String words;
  private final KillSwitch killSwitch;
  private final FacetPages pages;

  public Dashboard(Parts parts, Access access) {
    this.parts = parts;
    this.access = access;
    this.agents = new AgentRows(parts);
    var kinds = new EventKinds(parts.facets());
    var rows = new FeedRows(parts.store(), parts.channels(), new PublicDetails(kinds));
    this.all = new FeedCache(parts.feed(), rows, Role.ADMIN);
    this.open = new FeedCache(parts.feed(), rows, Role.GUEST);
    this.channels = new ChannelPages(parts);
    this.events = new EventPages(parts, rows);
    this.numbers = new NumbersPages(parts);
    this.words = FacetWords.json(parts.facets(), kinds, parts.measurements().series());
    this.killSwitch = new KillSwitch(parts.presence(), parts.host());
    this.pages = new FacetPages(parts.facets(), parts.channels());
  }

  public List<Route> routes() {
    var routes = new ArrayList<>(Assets.routes());
    routes.add(asked(Method.GET, "/api", (_, _) -> json(pages.description())));
    routes.add(asked(Method.GET, "/api/session", (_, role) -> session(role)));
    routes.add(asked(Method.POST, "/api/login", (ask, _) -> login(ask)));
    routes.add(asked(Method.POST, "/api/seen", (_, role) -> seen(role)));
    routes.add(
        asked(
            Method.POST, "/api/logout", (ask, _) -> json("{}").with(access.noTicket(ask.visit()))));
    routes.add(seen("/api/agents", (_, role) -> json(list("agents", agents.of(role).values()))));
    routes.add(seen("/api/away", (ask, _) -> away(ask)));
    routes.add(seen("/api/agents/{id}", this::agent));
    routes.add(seen("/api/channels", (_, role) -> channels.all(role)));
    routes.add(seen("/api/channels/{name}/messages", channels::messages));
    routes.add(seen("/api/channels/{name}/members", channels::members));
    routes.add(seen("/api/channels/{name}/search", channels::search));
    routes.add(seen("/api/events", events::entries));
    routes.add(seen("/api/timeline", (ask, _) -> events.timeline(ask)));
    routes.add(seen("/api/numbers", (ask, _) -> numbers.of(ask)));
    routes.add(seen("/api/words", (_, _) -> json(words)));
    routes.add(seen("/api/stream", this::stream));
    for (var page : pages.all()) {
      routes.add(seen(FacetPages.target(page), (ask, role) -> pages.answer(page, ask, role)));
    }
    routes.add(ordered("/api/agents/{id}/kick", killSwitch::kick));
    routes.add(ordered("/api/agents/{id}/ban", killSwitch::ban));
    for (var order : pages.orders()) {
      routes.add(
          ordered(FacetPages.target(order), (ask, body) -> FacetPages.answer(order, ask, body)));
    }
    return routes;
  }

  private Route asked(Method method, String target, BiFunction<Ask, Role, Reply> reply) {
    return Route.pattern(method, target, ask -> answer(method, ask, reply));
  }

  private Reply answer(Method method, Ask ask, BiFunction<Ask, Role, Reply> reply) {
    if (!Access.isOwnPage(ask.visit())) return refused(403, "Pages of others do not ask here");
    if (method == Method.POST && !Access.isJson(ask.visit())) {
      return refused(415, "Orders are sent as application/json");
    }
    return reply.apply(ask, access.role(ask.visit()));
  }

  /** Returns a route for everybody who may look. */
  private Route seen(String target, BiFunction<Ask, Role, Reply> reply) {
    return Route.longPage(
        target,
        request ->
            answer(
                Method.GET,
                request,
                (ask, role) -> role.mayLook() ? reply.apply(ask, role) : closed(ask)));
  }

  private Page closed(Ask ask) {
    return access.usesOtherHostName(ask.visit())
        ? refused(403, "Call this machine localhost, or log in")
        : refused(401, "Log in first");
  }

  /** Returns a route for administrators. */
  private Route ordered(String target, BiFunction<Ask, JsonNode, Page> order) {
    return asked(
        Method.POST,
        target,
        (ask, role) -> {
          access.wasSeen(role);
          return role != Role.ADMIN
              ? refused(role.mayLook() ? 403 : 401, "Only an administrator may do that")
              : body(ask)
                  .map(body -> order.apply(ask, body))
                  .orElseGet(() -> refused(400, "The body is no JSON object"));
        });
  }

  /** A person did something at the page. Pages that renew themselves do not ask this. */
  private Page seen(Role role) {
    if (role == Role.NONE) return refused(401, "Log in first");
    access.wasSeen(role);
    return json("{}");
  }

  private Page session(Role role) {
    var json = new JsonText(64).field("role", role.word());
    if (role.mayLook()) json.field("store", parts.store().identity());
    return json(json.text());
  }

  private Page login(Ask ask) {
    var token = body(ask).map(body -> body.path("token").asString("")).orElse("").strip();
    var address = ask.visit().address();
    var role = token.isEmpty() ? Role.NONE : access.byToken(token, address);
    access.wasSeen(role);
    if (role != Role.NONE) return session(role).with(access.ticket(role));
    return access.isHeldUp(address)
        ? refused(429, "Too many wrong tokens; wait a minute")
        : refused(401, "That is not the token");
  }

  private Page agent(Ask ask, Role role) {
    return agents
        .one(ask.part("id"), role)
        .map(Dashboard::json)
        .orElseGet(() -> refused(404, "No such agent is known"));
  }

  private Page away(Ask ask) {
    var shown = agents.away(Paging.limit(ask));
    long total = Math.max(shown.size(), agents.awayTotal());
    return json(new JsonText().rawList("agents", shown).field("total", total).text());
  }

  private Reply stream(Ask ask, Role role) {
    var resumed =
        Optional.ofNullable(ask.visit().header("Last-Event-ID")).or(() -> ask.parameter("after"));
    long last = parts.feed().last();
    long begin = last;
    String lost = null;
    if (resumed.isPresent()) {
      switch (parts.feed().places().read(resumed.get())) {
        case FeedPlaces.Read.Unreadable _ -> {
          return refused(400, EventPages.NO_PLACE);
        }
        case FeedPlaces.Read.Foreign _ -> lost = "The place is of another store";
        case FeedPlaces.Read.Known(long id) when id > last ->
            lost = "The place is beyond the newest entry; the store was set back";
        case FeedPlaces.Read.Known(long id) -> begin = id;
      }
    }
    return new Stream(
        "text/event-stream; charset=utf-8",
        Map.of("X-Accel-Buffering", "no"),
        new LiveStream(
            parts,
            role.seesPrivate() ? all : open,
            agents,
            role,
            access.stay(ask.visit()),
            begin,
            lost));
  }

  private static Optional<JsonNode> body(Ask ask) {
    return Json.read(ask.body()).filter(JsonNode::isObject);
  }

  static Page json(String text) {
    return Page.json(200, text);
  }

  static Page refused(int status, String why) {
    return Page.json(status, new JsonText(64).field("error", why).text());
  }

  static String list(String name, Iterable<String> objects) {
    var all = new ArrayList<byte[]>();
    for (var each : objects) all.add(each.getBytes(StandardCharsets.UTF_8));
    return new JsonText().rawList(name, all).text();
  }
}
