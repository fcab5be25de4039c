import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The build's formatter: {@code check} lists unformatted sources and fails, {@code apply} rewrites
 * them.
 *
 * <p>It remembers the digests of sources that were formatted, and looks only at the others.
 */
public class Format {
  private static final Path REMEMBERED = Path.of("target/format/formatted");

  public static void main(String[] args) throws IOException, NoSuchAlgorithmException {
    boolean apply = args.length > 0 && args[0].equals("apply");
    var remembered = remembered();
    var formatted = new TreeSet<String>();
    var wrong = new ArrayList<Path>();
    for (var source : sources()) {
      var text = Files.readString(source);
      var digest = digest(text);
      if (remembered.contains(digest)) {
        formatted.add(digest);
        continue;
      }
      try {
        var better = format(text);
        if (!better.equals(text) && !apply) {
          wrong.add(source);
          continue;
        }
        if (!better.equals(text)) Files.writeString(source, better);
        formatted.add(digest(better));
      } catch (Exception e) {
        System.err.println(source + ": " + e.getMessage());
        wrong.add(source);
      }
    }
    if (!formatted.equals(remembered)) {
      Files.createDirectories(REMEMBERED.getParent());
      Files.write(REMEMBERED, formatted);
    }
    if (wrong.isEmpty()) return;
    System.err.println("Not formatted (run `mvn -N validate -Dfmt=apply`):");
    wrong.forEach(p -> System.err.println("  " + p));
    System.exit(1);
  }

  private static List<Path> sources() throws IOException {
    var all = new ArrayList<Path>();
    Files.walkFileTree(
        Path.of(""),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            var name = folder.getFileName().toString();
            return name.equals("target") || name.startsWith(".")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) all.add(file);
            return FileVisitResult.CONTINUE;
          }
        });
    return all.stream().sorted().toList();
  }

  private static String format(String text) throws Exception {
    var imports =
        ImportOrderer.reorderImports(
            RemoveUnusedImports.removeUnusedImports(text), JavaFormatterOptions.Style.GOOGLE);
    return new Formatter(JavaFormatterOptions.defaultOptions()).formatSource(imports);
  }

  private static Set<String> remembered() throws IOException {
    return Files.exists(REMEMBERED) ? new HashSet<>(Files.readAllLines(REMEMBERED)) : Set.of();
  }

  /** The formatter's own version is part of it: another version may want another form. */
  private static String digest(String text) throws NoSuchAlgorithmException {
    var sha = MessageDigest.getInstance("SHA-256");
    sha.update(version().getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String version() {
    var version = Formatter.class.getPackage().getImplementationVersion();
    return version == null ? "" : version;
  }
}
