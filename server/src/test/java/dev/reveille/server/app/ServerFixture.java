package dev.reveille.server.app;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Starts servers for tests. */
public final class ServerFixture {
  private ServerFixture() {}

  /**
   * A server on a free port with its limits off, changed by pairs of environment names and values.
   */
  public static Server start(Path folder, String... environment) {
    var names = new HashMap<String, String>();
    names.put("PORT", "0");
    names.put("DATA_DIR", folder.toString());
    names.put("RATE_LIMIT_MS", "0");
    names.put("FRAME_LIMIT", "0");
    names.put("FRAME_LIMIT_PREAUTH", "0");
    names.put("LOG_LEVEL", "warn");
    for (int i = 0; i < environment.length; i += 2) names.put(environment[i], environment[i + 1]);
    return Server.start(Settings.load(null, Map.of(), names));
  }

  /** Lets the server forget the cells that lose nothing by it; says how many remain. */
  public static int cellsThatStay(Server server) {
    return server.tidy();
  }
}
