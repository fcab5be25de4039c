import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.TreeSet;

/**
 * The names of the sources that the program was built from, in a file that is as old as the build's
 * start. The launcher compares both before every run; tests are not part of it.
 */
final class Stamp {
  private static final Path FILE = Home.STATE.resolve("sources");
  private static final Path NEXT = Home.STATE.resolve("sources.new");

  private Stamp() {}

  /** True if nothing changed since the last build. */
  static boolean isCurrent() throws IOException {
    if (!Files.exists(FILE) || !Files.isDirectory(Home.DIST.resolve("lib"))) return false;
    var sources = sources();
    if (!sources.equals(Files.readAllLines(FILE))) return false;
    var built = Files.getLastModifiedTime(FILE);
    for (var source : sources) {
      if (Files.getLastModifiedTime(Home.FOLDER.resolve(source)).compareTo(built) > 0) return false;
    }
    return true;
  }

  static boolean exists() {
    return Files.exists(FILE);
  }

  /** Notes the sources before a build, so that a change during the build is seen. */
  static void begin() throws IOException {
    Files.createDirectories(Home.STATE);
    Files.write(NEXT, sources());
  }

  /** The build that began is good. */
  static void keep() throws IOException {
    Files.createDirectories(Home.STATE);
    Files.move(NEXT, FILE, StandardCopyOption.REPLACE_EXISTING);
  }

  static void drop() throws IOException {
    Files.deleteIfExists(NEXT);
  }

  /** Sorted as `LC_ALL=C sort` does. */
  private static List<String> sources() throws IOException {
    var all = new TreeSet<String>();
    all.add("pom.xml");
    for (var module : Home.PROGRAM) {
      all.add(module + "/pom.xml");
      var main = Home.FOLDER.resolve(module, "src", "main");
      try (var files = Files.walk(main)) {
        files
            .filter(Files::isRegularFile)
            .filter(f -> !f.getFileName().toString().matches("\\..*|.*~|#.*"))
            .forEach(f -> all.add(Home.FOLDER.relativize(f).toString()));
      }
    }
    return List.copyOf(all);
  }
}
