package dev.reveille.cli;

import dev.reveille.server.app.Server;
import dev.reveille.server.app.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The server of this very program. The only class that starts it. */
final class EmbeddedServer implements ServerLauncher {
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
