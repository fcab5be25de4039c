package dev.reveille.server.route;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigRenderOptions;
import dev.reveille.protocol.InvalidMessage;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.PlacedRoute;
import dev.reveille.protocol.RouteMessages;
import dev.reveille.server.limits.FeatureSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A wake route that the settings define.
 *
 * @param identity the agent's name, or its id with {@code @}
 * @param address where a webhook is called; empty for other targets
 * @param secret signs the calls of a webhook; empty for other targets
 */
public record RouteConfig(String identity, RouteMessages.Wish wish, String address, String secret) {

  /** The list of routes and how it is read. */
  public static final FeatureSettings<List<RouteConfig>> SETTINGS =
      FeatureSettings.of(RouteConfig::all).withSecrets(RouteConfig::secrets);

  private static final int LEAST_SECRET = 16;
  private static final int MOST = 500;

  /** The settings of a route, with their names on the wire. */
  private static final Map<String, String> KEYS =
      Map.of(
          "trigger", "trigger",
          "least", "least",
          "from", "from",
          "tags", "tags",
          "reply-to", "reply_to",
          "target", "target",
          "policy", "policy",
          "window-seconds", "window_s",
          "address", "address");

  private static final Set<String> OTHER_KEYS = Set.of("identity", "secret", "secret-file");

  /** Shows no secret. */
  @Override
  public String toString() {
    return "route of " + identity + " for " + wish.trigger();
  }

  /**
   * Reads the list of routes.
   *
   * @param config the {@code reveille} section
   */
  static List<RouteConfig> all(Config config) {
    var all = new ArrayList<RouteConfig>();
    var seen = new HashSet<Object>();
    for (var each : config.getConfigList("wake.routes")) {
      var route = of(each);
      var wish = route.wish();
      var key =
          List.of(
              route.identity(),
              wish.trigger(),
              wish.least(),
              wish.from(),
              wish.tags(),
              wish.replyTo() == null ? "" : wish.replyTo(),
              wish.target(),
              route.address());
      if (!seen.add(key)) throw bad(route.identity() + " has the same route twice");
      all.add(route);
    }
    if (all.size() > MOST) throw bad("there are at most " + MOST);
    return List.copyOf(all);
  }

  private static Map<String, String> secrets(List<RouteConfig> routes) {
    var secrets = new HashMap<String, String>();
    for (var route : routes) {
      if (!route.secret().isEmpty()) {
        secrets.put("WAKE_ROUTE_SECRET_" + secrets.size(), route.secret());
      }
    }
    return secrets;
  }

  private static RouteConfig of(Config route) {
    var fields = new HashMap<String, Object>();
    for (var entry : route.root().entrySet()) {
      var key = entry.getKey();
      var name = KEYS.get(key);
      if (name != null) fields.put(name, entry.getValue().unwrapped());
      else if (!OTHER_KEYS.contains(key)) throw bad(key + " is no setting of a route");
    }
    if (!route.hasPath("identity")) throw bad("a route names its agent: identity");
    var identity = route.getString("identity");
    var placed = placed(identity, fields);
    var address = placed.address();
    return new RouteConfig(
        identity, placed.wish(), address == null ? "" : address, secret(route, identity, address));
  }

  private static PlacedRoute placed(String identity, Map<String, Object> fields) {
    var text =
        com.typesafe.config.ConfigValueFactory.fromMap(fields)
            .render(ConfigRenderOptions.concise());
    try {
      return PlacedRoute.read(Json.read(text).orElseThrow());
    } catch (InvalidMessage e) {
      throw bad(identity + ": " + e.getMessage());
    }
  }

  private static String secret(Config route, String identity, @Nullable String address) {
    var file = route.hasPath("secret-file") ? route.getString("secret-file") : "";
    var secret = route.hasPath("secret") ? route.getString("secret") : "";
    if (!file.isEmpty()) {
      try {
        secret = Files.readString(Path.of(file)).strip();
      } catch (IOException e) {
        throw new ConfigException.BadValue(
            "wake.routes", identity + ": secret-file cannot be read", e);
      }
    }
    if (address == null && !secret.isEmpty()) throw bad(identity + ": only a webhook has a secret");
    if (address != null && secret.length() < LEAST_SECRET) {
      throw bad(
          identity + ": a webhook needs a secret of at least " + LEAST_SECRET + " characters");
    }
    return secret;
  }

  private static ConfigException bad(String why) {
    return new ConfigException.BadValue("wake.routes", why);
  }
}
