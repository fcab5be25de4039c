import java.nio.file.Path;
import java.util.List;

/** The folders of the sources, and the files that the tools of this folder keep there. */
final class Home {
  static final Path FOLDER = Path.of(System.getProperty("reveille.home", "")).toAbsolutePath();
  static final Path TARGET = FOLDER.resolve("target");

  /** The packaged program. */
  static final Path DIST = FOLDER.resolve("cli/target/dist");

  /** The folder with the stamp of the last build and the start-up cache. */
  static final Path STATE = FOLDER.resolve("cli/target/launcher");

  /** The modules that the program is made from, each after those it needs. */
  static final List<String> PROGRAM = List.of("protocol", "client", "server", "cli");

  static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  private Home() {}

  /** Ends this process with a sentence for the person who started it. */
  static RuntimeException fail(String why) {
    System.err.println("reveille: " + why);
    System.exit(1);
    return new IllegalStateException(why);
  }
}
