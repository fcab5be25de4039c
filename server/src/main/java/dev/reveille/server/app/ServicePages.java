package dev.reveille.server.app;

import dev.reveille.server.admin.ConnectionsPage;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.edge.http.Route;
import dev.reveille.server.observe.Health;
import dev.reveille.server.observe.Metrics;
import java.util.List;

/** The pages for those who run the server: its health, its metrics, its connections. */
final class ServicePages {
  private ServicePages() {}

  static List<Route> routes(Health health, Metrics metrics, ConnectionsPage connections) {
    return List.of(
        Route.page("/health", () -> Page.json(200, health.report())),
        Route.quick("/healthz", () -> Page.text(200, "ok")),
        Route.quick(
            "/readyz",
            () ->
                health
                    .trouble()
                    .map(trouble -> Page.text(503, trouble))
                    .orElse(Page.text(200, "ready"))),
        Route.page(
            "/metrics",
            () -> new Page(200, "text/plain; version=0.0.4; charset=utf-8", metrics.text())),
        Route.pageFor(
            "/api/connections",
            visit -> {
              var answer = connections.answer(visit.header("X-Admin-Key"), visit.address());
              return Page.json(answer.status(), answer.json());
            }));
  }
}
