package dev.reveille.client.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Files that are not yet what their names say. They are removed when the process ends before they
 * are kept or removed, unless SIGKILL ends it.
 */
final class Unfinished {
  private static final Set<Path> FILES = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Unfinished::removeAll, "reveille-unfinished"));
  }

  private Unfinished() {}

  /** Makes an empty file under a name that nothing else has. */
  static Path part(Path folder) throws IOException {
    return noted(Files.createTempFile(folder, ".reveille-", ".part"));
  }

  /**
   * Makes an empty file of this name.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is one
   */
  static Path named(Path path) throws IOException {
    return noted(Files.createFile(path));
  }

  private static Path noted(Path path) {
    var absolute = path.toAbsolutePath();
    FILES.add(absolute);
    return path;
  }

  /** Keeps the files: they are complete. */
  static void keep(Collection<Path> paths) {
    paths.forEach(path -> FILES.remove(path.toAbsolutePath()));
  }

  static void remove(Collection<Path> paths) throws IOException {
    for (var path : paths) Files.deleteIfExists(path);
    keep(paths);
  }

  static void removeAll() {
    for (var path : FILES) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        // nobody is left to tell
      }
    }
  }
}
