import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A module of the project, as the fast tests see it: compiled without Maven, into folders of its
 * own. Its libraries are those that Maven names, asked once after each change of a pom.
 */
record Module(String name, List<String> needs) {
  /** Each after those it needs. */
  static final List<Module> ALL =
      List.of(
          new Module("protocol", List.of()),
          new Module("client", List.of("protocol")),
          new Module("server", List.of("protocol")),
          new Module("cli", List.of("protocol", "client", "server")),
          new Module("bench", List.of("protocol", "client", "server")),
          new Module("e2e", List.of("protocol", "client", "server", "cli")));

  private static final Path POM = Home.FOLDER.resolve("pom.xml");

  Path folder() {
    return Home.FOLDER.resolve(name);
  }

  Path sources(String part) {
    return folder().resolve("src", part);
  }

  /**
   * Returns the folder for the classes of {@code main} or {@code test}: in folders that ArchUnit
   * knows.
   */
  Path classes(String part) {
    var name = part.equals("main") ? "classes" : "test-classes";
    return Home.TARGET.resolve("fast", this.name, "target", name);
  }

  private Path libraryList() {
    return folder().resolve("target", "fast", "libraries");
  }

  static Module named(String name) {
    return ALL.stream().filter(module -> module.name.equals(name)).findFirst().orElseThrow();
  }

  /** The class folders of the modules it needs, then its libraries. */
  List<Path> uses() throws IOException {
    var all = new ArrayList<Path>();
    for (var needed : needs) all.add(named(needed).classes("main"));
    for (var jar : Files.readString(libraryList()).strip().split(":")) all.add(Path.of(jar));
    return all;
  }

  /** Asks Maven for the libraries of all modules, if a pom changed since. */
  static void findLibraries() throws IOException, InterruptedException {
    var poms = new StringBuilder(Files.readString(POM));
    for (var module : ALL) poms.append(Files.readString(module.folder().resolve("pom.xml")));
    var known = Home.TARGET.resolve("fast", "poms");
    var there = ALL.stream().allMatch(module -> Files.exists(module.libraryList()));
    if (there && Files.exists(known) && Files.readString(known).contentEquals(poms)) return;
    var log = Home.TARGET.resolve("fast", "libraries.log");
    Files.createDirectories(log.getParent());
    var maven =
        Processes.maven(
            List.of(
                "compile",
                "dependency:build-classpath",
                "-Dmaven.main.skip=true",
                "-Dmaven.resources.skip=true",
                "-Dexec.skip=true",
                "-Dmdep.excludeGroupIds=dev.reveille",
                "-DexcludeGroupIds=dev.reveille",
                "-Dmdep.outputFile=target/fast/libraries"));
    if (Processes.run(
            "Asking Maven for the libraries…",
            maven.redirectErrorStream(true).redirectOutput(log.toFile()))
        != 0) {
      throw Home.fail("Maven could not name the libraries; see " + log);
    }
    Files.writeString(known, poms);
  }

  /** The text between a pair of tags of the root pom. */
  static String pom(String tag) throws IOException {
    var found =
        Pattern.compile("<" + Pattern.quote(tag) + ">([^<]*)<").matcher(Files.readString(POM));
    if (!found.find()) throw Home.fail("no <" + tag + "> in " + POM);
    return found.group(1);
  }

  /** Copies what is not Java. The version stands in the program's text as in the pom's. */
  void copyResources(String part) throws IOException {
    var from = sources(part).resolve("resources");
    if (!Files.isDirectory(from)) return;
    try (var files = Files.walk(from)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var to = classes(part).resolve(from.relativize(file).toString());
        Files.createDirectories(to.getParent());
        if (part.equals("main") && name.equals("cli")) {
          var text = Files.readString(file, StandardCharsets.UTF_8);
          Files.writeString(to, text.replace("${project.version}", pom("version")));
        } else {
          Files.write(to, Files.readAllBytes(file));
        }
      }
    }
  }
}
