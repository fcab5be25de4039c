package dev.reveille.server.edge.dashboard;

import dev.reveille.server.edge.http.Page;
import dev.reveille.server.edge.http.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/** The files of the dashboard page, from the program itself. */
final class Assets {
  private static final String FOLDER = "/web/";

  /** The files that are served; no other file is. */
  private static final List<String> FILES =
      List.of(
          "activity.js",
          "agent.js",
          "agents.js",
          "app.js",
          "away.js",
          "banner.js",
          "channel.js",
          "dialog.js",
          "entry.js",
          "find.js",
          "frame.js",
          "icons.js",
          "journal.js",
          "keys.js",
          "kill.js",
          "lane.js",
          "list.js",
          "live.js",
          "login.js",
          "markdown.js",
          "message.js",
          "morning.js",
          "morningtext.js",
          "needs.js",
          "numbers.js",
          "opened.js",
          "parts.js",
          "prose.js",
          "seat.js",
          "seats.js",
          "seatstate.js",
          "strip.js",
          "talk.js",
          "task.js",
          "tasks.js",
          "taskstate.js",
          "timebar.js",
          "views.js",
          "waits.js",
          "words.js",
          "tokens.css",
          "ui.css",
          "views.css",
          "seats.css",
          "icon.svg",
          "vendor/htm.js",
          "vendor/uplot.js",
          "vendor/uplot.css");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "json", "application/json");

  private Assets() {}

  static List<Route> routes() {
    var routes = new ArrayList<Route>();
    // Any query is accepted and ignored, because links often get extra parameters.
    routes.add(
        Route.pattern(
            Route.Method.GET, "/", _ -> page(FOLDER + "index.html", text(FOLDER + "index.html"))));
    for (var file : FILES) routes.add(route("/" + file, FOLDER + file));
    routes.add(Route.page("/vendor/preact.js", () -> preact("preact", "preact")));
    routes.add(Route.page("/vendor/hooks.js", () -> preact("hooks", "hooks")));
    return routes;
  }

  private static Route route(String target, String resource) {
    return Route.page(target, () -> page(resource, text(resource)));
  }

  /**
   * Returns a module of preact with paths instead of bare module names, which a browser does not
   * know.
   */
  private static Page preact(String folder, String name) {
    var version = version("preact");
    var path = "/META-INF/resources/webjars/preact/" + version + "/";
    var file = path + (folder.equals("preact") ? "" : folder + "/") + "dist/" + name + ".module.js";
    var text = text(file).replace("from\"preact\"", "from\"./preact.js\"");
    // The link to the source map is removed: it is not served, so the browser would log an error.
    return page(file, text.replaceAll("(?m)^//# sourceMappingURL=.*$", ""));
  }

  private static String version(String webjar) {
    var properties = new Properties();
    var file = "/META-INF/maven/org.webjars.npm/" + webjar + "/pom.properties";
    try (var in = Assets.class.getResourceAsStream(file)) {
      if (in == null) throw new IllegalStateException("no " + file);
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Page page(String file, String text) {
    var ending = file.substring(file.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    var type = TYPES.getOrDefault(ending, "text/plain; charset=utf-8");
    return new Page(200, type, text).with(Map.of("Cache-Control", "no-cache")).tagged();
  }

  static String text(String resource) {
    try (var in = Assets.class.getResourceAsStream(resource)) {
      if (in == null) throw new IllegalStateException("no " + resource);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
