import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tests without Maven: compiled by the plain compiler, run as soon as they are compiled. */
final class FastTests {
  private static final String BLACK_BOX = "e2e";

  private final TestProcesses processes;
  private final Map<String, String> signatures = new HashMap<>();

  private FastTests(TestProcesses processes) {
    this.processes = processes;
  }

  /**
   * Runs the classes with these names, in whichever module they are, and returns the exit code. A
   * name may have a part of its package before it, a method after it ({@code #}), and stars in it.
   */
  static int only(List<String> arguments) throws IOException, InterruptedException {
    var names = arguments.stream().filter(argument -> !argument.startsWith("-D")).toList();
    var options = arguments.stream().filter(argument -> argument.startsWith("-D")).toList();
    if (names.isEmpty()) throw Home.fail("test --only needs the name of a test class.");
    for (var name : names) {
      if (Module.ALL.stream().allMatch(module -> find(module, name).isEmpty())) {
        throw Home.fail("no module has a test class " + name + ".");
      }
    }
    var run = new FastTests(new TestProcesses(1, options, List.of()));
    try (var _ = BuildLock.take(TestProcesses.FOLDER.resolve("pid"))) {
      for (var module : Module.ALL) {
        var found = names.stream().flatMap(name -> find(module, name).stream()).distinct().toList();
        if (!found.isEmpty()) run.run(module, found);
      }
    }
    return run.processes.end();
  }

  /** Runs all but the black-box tests and those with the tag {@code long}. */
  static int quick() throws IOException, InterruptedException {
    int jobs = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4);
    var run =
        new FastTests(
            new TestProcesses(jobs, List.of("-Dreveille.quick=true"), List.of("long", "jazzer")));
    try (var _ = BuildLock.take(TestProcesses.FOLDER.resolve("pid"))) {
      for (var module : Module.ALL) {
        if (!module.name().equals(BLACK_BOX)) run.run(module, find(module, "*Test"));
      }
    }
    return run.processes.end();
  }

  /** The test classes of a module that a name fits, each with the name's method. */
  private static List<String> find(Module module, String name) {
    var java = module.sources("test").resolve("java");
    if (!Files.isDirectory(java)) return List.of();
    var method = name.contains("#") ? name.substring(name.indexOf('#')) : "";
    var type = name.substring(0, name.length() - method.length()).replace('.', '/');
    var fits = FileSystems.getDefault().getPathMatcher("glob:**/" + type + ".java");
    try (var files = Files.walk(java)) {
      return files
          .filter(fits::matches)
          .map(file -> java.relativize(file).toString().replaceFirst("\\.java$", ""))
          .map(file -> file.replace('/', '.') + method)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void run(Module module, List<String> tests) throws IOException, InterruptedException {
    Module.findLibraries();
    if (module.name().equals(BLACK_BOX)) {
      TestTools.provide();
      Build.program();
    }
    for (var needed : module.needs()) compile(Module.named(needed));
    var signature = compile(module);
    var uses = new ArrayList<>(List.of(module.classes("main")));
    uses.addAll(module.uses());
    new Compiler(module, "test").run(uses, signature);
    uses.addFirst(module.classes("test"));
    processes.run(module, tests, uses);
  }

  /** Compiles the main part of a module; what it needs is compiled already. */
  private String compile(Module module) throws IOException {
    var known = signatures.get(module.name());
    if (known != null) return known;
    var below = new StringBuilder(String.valueOf(module.uses().hashCode()));
    for (var needed : module.needs()) below.append(' ').append(signatures.get(needed));
    var signature = new Compiler(module, "main").run(module.uses(), below.toString());
    // A test sees what the module uses, too.
    var all = Integer.toHexString(below.toString().hashCode()) + "-" + signature;
    signatures.put(module.name(), all);
    return all;
  }
}
