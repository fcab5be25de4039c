package dev.reveille.cli;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Starts a server inside this process. */
interface ServerLauncher {
  /**
   * Returns when the server accepts connections.
   *
   * @param flags what the command line sets, by the names of the environment variables
   * @throws RuntimeException whose message is a sentence for a person
   */
  Running start(Optional<Path> config, Map<String, String> flags, Map<String, String> env);

  /** A server that accepts connections. */
  interface Running extends AutoCloseable {
    URI webSocketUri();

    /** Returns the address of the dashboard. */
    URI dashboardUri();

    Path dataFolder();

    /** Returns sentences that a person should read; empty if all is well. */
    List<String> warnings();

    /** Returns after {@link #close}, or when the server stopped by itself. */
    void awaitStop() throws InterruptedException;

    /** Returns when everything acknowledged is on disk and the port is free. */
    @Override
    void close();
  }
}
