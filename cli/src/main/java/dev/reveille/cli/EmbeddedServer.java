package dev.reveille.cli;

import dev.reveille.server.app.Server;
import dev.reveille.server.app.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the server in this process. No other class starts it. */
final class EmbeddedServer implements ServerLauncher {
  /** The log of a server in the background, unless LOG_FILE names another. */
  private static final String USUAL_LOG = "reveille.log";

  /**
   * Returns where a server in the background with these settings logs to.
   *
   * @throws RuntimeException whose message is a sentence for a person, if a setting is wrong
   */
  static Path logFile(Optional<Path> config, Map<String, String> flags, Map<String, String> env) {
    var set = new HashMap<>(env);
    set.putAll(flags);
    var settings = Settings.load(config.orElse(null), Map.of(), set);
    return settings.logFile().orElseGet(() -> settings.dataFolder().resolve(USUAL_LOG));
  }

  @Override
  public Running start(Optional<Path> config, Map<String, String> flags, Map<String, String> env) {
    // A flag is given by the name of the variable it beats.
    var set = new HashMap<>(env);
    set.putAll(flags);
    var server = Server.start(Settings.load(config.orElse(null), Map.of(), set));
    return new Running() {
      @Override
      public URI webSocketUri() {
        return server.webSocketUri();
      }

      @Override
      public URI dashboardUri() {
        return server.dashboardUri();
      }

      @Override
      public Path dataFolder() {
        return server.dataFolder();
      }

      @Override
      public List<String> warnings() {
        return server.warnings();
      }

      @Override
      public void awaitStop() throws InterruptedException {
        server.awaitStop();
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }
}
