package dev.reveille.server.edge.http;

import dev.reveille.server.edge.http.Route.Method;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that no handler should see. Only the paths of APIs for programs are checked for
 * Host and Origin; the other pages check for themselves.
 */
final class RequestChecks {
  private static final Set<String> KNOWN =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  private final Callers callers;
  private final RouteTable table;

  RequestChecks(Callers callers, RouteTable table) {
    this.callers = callers;
    this.table = table;
  }

  /** Returns the refusal of a request; null if it may go on. */
  @Nullable Page refusal(HttpServerRequest request, @Nullable String path) {
    if (!KNOWN.contains(request.method().name())) {
      return error(path, 501, "The method " + request.method().name() + " is not known here");
    }
    if (path == null || !table.isForPrograms(path)) return null;
    var visit = visit(request);
    var host = visit.header("Host");
    if (host == null || request.headers().getAll("Host").size() > 1 || !isOwnForm(request)) {
      return new HttpProblem(400, "The request must name this server once, in Host").page();
    }
    if (!callers.isOwnName(host)) {
      return new HttpProblem(
              421,
              "This server does not answer to that Host. Use its address, or put the name into"
                  + " ALLOWED_HOSTS")
          .page();
    }
    boolean foreign =
        "cross-site".equals(visit.header("Sec-Fetch-Site"))
            || !callers.isAllowedOrigin(visit.header("Origin"), host)
            || visit.header("Access-Control-Request-Method") != null;
    return foreign ? new HttpProblem(403, "Web pages of others may not ask here").page() : null;
  }

  /** True if the target is a path. A whole URL could name another host than the header. */
  private static boolean isOwnForm(HttpServerRequest request) {
    return request.uri().startsWith("/");
  }

  /** Returns the answer to a request without a route. */
  Page notFound(HttpServerRequest request, String path) {
    var methods = table.methods(path);
    if (methods.isEmpty()) {
      return table.isForPrograms(path) ? new HttpProblem(404, "Not Found").page() : Page.NOT_FOUND;
    }
    var allow = Map.of("Allow", allowed(methods));
    return request.method().name().equals("OPTIONS")
        ? Page.text(204, "").with(allow)
        : error(path, 405, "Method Not Allowed").with(allow);
  }

  private static String allowed(Set<Method> methods) {
    var names = new ArrayList<String>();
    for (var method : methods) {
      names.add(method.name());
      if (method == Method.GET) names.add("HEAD");
    }
    names.add("OPTIONS");
    return String.join(", ", names);
  }

  private Page error(@Nullable String path, int status, String reason) {
    return path != null && table.isForPrograms(path)
        ? new HttpProblem(status, reason).page()
        : Page.text(status, reason);
  }

  Visit visit(HttpServerRequest request) {
    var headers = new HashMap<String, String>();
    request
        .headers()
        .forEach(
            header ->
                headers.putIfAbsent(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
    boolean stream = Answering.isStream(request);
    var authority = request.authority();
    // HTTP/2 has the host in a place of its own.
    if (stream && authority != null) headers.put("host", authority.toString());
    return new Visit(
        callers.address(request),
        headers,
        callers.isTunnel(request),
        callers.isConfidential(request));
  }
}
