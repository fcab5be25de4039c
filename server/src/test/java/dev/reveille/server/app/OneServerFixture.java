package dev.reveille.server.app;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server of its own for each test, with its limits off. */
abstract class OneServerFixture {
  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  Server server;

  @BeforeEach
  void start() {
    server = ServerFixture.start(folder);
  }

  @AfterEach
  void stop() {
    server.close();
  }
}
