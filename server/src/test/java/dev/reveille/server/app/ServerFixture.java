package dev.reveille.server.app;

import dev.reveille.server.kernel.Failures;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.JdbcStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Starts servers for tests. */
public final class ServerFixture {
  private static final String DATABASE = "reveille.db";

  private ServerFixture() {}

  /** A database with tables and no rows, made once: making the tables takes longer than a start. */
  private static final class Empty {
    static final Path FILE = make();

    private static Path make() {
      try {
        var path = Files.createTempDirectory("reveille-empty");
        try (var folder = DataFolder.open(path, Instant.EPOCH);
            var store = JdbcStore.open(folder, Features.TABLES, new Failures())) {
          if (store.trouble().isPresent()) throw new IllegalStateException("no empty database");
        }
        path.toFile().deleteOnExit();
        try (var files = Files.list(path)) {
          files.forEach(file -> file.toFile().deleteOnExit());
        }
        return path.resolve(DATABASE);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * A server on a free port with its limits off, changed by pairs of environment names and values.
   */
  public static Server start(Path folder, String... environment) {
    giveTables(folder);
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

  /** Puts an empty database into a folder that has none. A folder that is missing stays missing. */
  private static void giveTables(Path folder) {
    var database = folder.resolve(DATABASE);
    if (!Files.isDirectory(folder) || Files.exists(database)) return;
    try {
      Files.copy(Empty.FILE, database, StandardCopyOption.COPY_ATTRIBUTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets the server forget the cells that lose nothing by it; says how many remain. */
  public static int cellsThatStay(Server server) {
    return server.tidy();
  }
}
