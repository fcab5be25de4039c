package dev.reveille.server.app;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.admin.AdminKeyCheck;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.edge.http.Reply;
import dev.reveille.server.edge.http.Route;
import dev.reveille.server.observe.PersonPresence;
import dev.reveille.server.report.WakePages;
import java.util.List;
import java.util.function.Function;

/** The pages about wakes, for administrators. */
final class WakeRoutes {
  private WakeRoutes() {}

  static List<Route> routes(WakePages pages, AdminKeyCheck gatekeeper, PersonPresence person) {
    return List.of(
        get("/ops/why", gatekeeper, ask -> pages.why(ask.query())),
        get("/ops/replay", gatekeeper, ask -> pages.replay(ask.query())),
        get("/ops/report", gatekeeper, ask -> pages.report(ask.query())),
        get("/ops/gate", gatekeeper, _ -> pages.gate()),
        Route.pattern(
            Route.Method.POST,
            "/ops/gate",
            ask ->
                guarded(
                    ask,
                    gatekeeper,
                    asked -> {
                      person.looked();
                      return pages.setGate(asked.body());
                    })));
  }

  private static Route get(
      String path, AdminKeyCheck gatekeeper, Function<Ask, WakePages.Answer> answer) {
    return Route.pattern(Route.Method.GET, path, ask -> guarded(ask, gatekeeper, answer));
  }

  private static Reply guarded(
      Ask ask, AdminKeyCheck gatekeeper, Function<Ask, WakePages.Answer> answer) {
    var key = ask.visit().header("X-Admin-Key");
    var refusal = gatekeeper.refusal("wake", key == null ? "" : key, ask.visit().address());
    if (refusal.isPresent()) {
      return refusal.get().code() == ErrorCode.RATE_LIMITED
          ? Page.json(429, "{\"error\":\"Too Many Requests\"}")
          : Page.json(401, "{\"error\":\"Unauthorized\"}");
    }
    var made = answer.apply(ask);
    return new Page(made.status(), made.type(), made.text());
  }
}
