import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

/**
 * Compiles what changed, with the plain compiler of the JDK. Changed sources are compiled alone; if
 * others can see a difference, the whole part of the module is compiled again. Error Prone,
 * NullAway and warnings are left to Maven.
 */
final class Compiler {
  private final Module module;
  private final String part;
  private final Path classes;
  private final Path notes;

  /** For the {@code main} or {@code test} part of a module. */
  Compiler(Module module, String part) {
    this.module = module;
    this.part = part;
    classes = module.classes(part);
    notes = classes.resolveSibling(part + ".sources");
  }

  /** Brings the classes up to date and returns their signature; ends the process on an error. */
  String run(List<Path> uses, String signatureOfUses) throws IOException {
    var now = new TreeMap<String, String>();
    note(now, module.sources(part));
    now.put("", signatureOfUses + " " + Runtime.version());
    var before = notes();
    var signature = before.remove("signature");
    if (signature != null && now.equals(before)) return signature;
    var changed =
        now.entrySet().stream()
            .filter(source -> !source.getValue().equals(before.get(source.getKey())))
            .map(Map.Entry::getKey)
            .toList();
    var alone =
        signature != null
            && now.keySet().containsAll(before.keySet())
            && changed.stream().allMatch(source -> source.endsWith(".java"))
            && isEnough(changed, uses);
    if (!alone) {
      delete(classes);
      Files.createDirectories(classes);
      compile(now.keySet().stream().filter(s -> s.endsWith(".java")).toList(), uses, classes);
      module.copyResources(part);
      signature = Signature.of(classes, classFiles(classes));
    }
    now.put("signature", signature);
    Files.write(notes, now.entrySet().stream().map(e -> e.getKey() + "\t" + e.getValue()).toList());
    return signature;
  }

  /** Compiles these alone. True if no other source can see a difference; their classes are kept. */
  private boolean isEnough(List<String> changed, List<Path> uses) throws IOException {
    var fresh = classes.resolveSibling(part + ".new");
    delete(fresh);
    Files.createDirectories(fresh);
    var with = new ArrayList<>(List.of(classes));
    with.addAll(uses);
    compile(changed, with, fresh);
    var old = new ArrayList<Path>();
    for (var source : changed) old.addAll(classesOf(source));
    var made = classFiles(fresh);
    var same = Signature.of(classes, old).equals(Signature.of(fresh, made));
    if (same) {
      for (var file : old) Files.delete(file);
      for (var file : made) {
        var to = classes.resolve(fresh.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.move(file, to, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    delete(fresh);
    return same;
  }

  /** The class files that came from a source: those of its name and of what is nested in it. */
  private List<Path> classesOf(String source) throws IOException {
    var name = module.sources(part).resolve("java").relativize(Path.of(source)).toString();
    var simple = name.substring(0, name.length() - ".java".length());
    var folder = classes.resolve(name).getParent();
    if (!Files.isDirectory(folder)) return List.of();
    var start = classes.resolve(simple).getFileName().toString();
    return classFiles(folder).stream()
        .filter(file -> file.getParent().equals(folder))
        .filter(
            file ->
                file.getFileName().toString().equals(start + ".class")
                    || file.getFileName().toString().startsWith(start + "$"))
        .toList();
  }

  static void compile(List<String> sources, List<Path> uses, Path to) throws IOException {
    if (sources.isEmpty()) return;
    var options = new ArrayList<>(List.of("-proc:none", "-nowarn", "-parameters", "-g"));
    options.addAll(List.of("--release", Module.pom("maven.compiler.release")));
    options.addAll(List.of("-d", to.toString(), "-cp", classPath(uses)));
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var units = files.getJavaFileObjectsFromStrings(sources);
      var out = new PrintWriter(System.err, true);
      if (!compiler.getTask(out, files, null, options, null, units).call()) {
        throw Home.fail("it does not compile; see above.");
      }
    }
  }

  static String classPath(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(":"));
  }

  private Map<String, String> notes() throws IOException {
    var known = new TreeMap<String, String>();
    if (!Files.exists(notes)) return known;
    for (var line : Files.readAllLines(notes)) {
      var tab = line.indexOf('\t');
      known.put(line.substring(0, tab), line.substring(tab + 1));
    }
    return known;
  }

  /** The size and time of every file. */
  private static void note(Map<String, String> to, Path folder) throws IOException {
    if (!Files.isDirectory(folder)) return;
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        to.put(file.toString(), Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
    }
  }

  private static List<Path> classFiles(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) return;
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
    }
  }
}
