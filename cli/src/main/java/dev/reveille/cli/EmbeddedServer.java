package dev.reveille.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The server of this very program. The only class that knows it. */
final class EmbeddedServer implements ServerLauncher {
  @Override
  public Running start(Optional<Path> config, Map<String, String> flags, Map<String, String> env) {
    throw new IllegalStateException("The server is not part of this build.");
  }
}
