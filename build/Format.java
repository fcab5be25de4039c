import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The build's formatter: {@code check} lists unformatted sources and fails, {@code apply} rewrites
 * them.
 */
public class Format {
  public static void main(String[] args) throws IOException {
    boolean apply = args.length > 0 && args[0].equals("apply");
    List<Path> sources;
    try (var walk = Files.walk(Path.of(""))) {
      sources =
          walk.filter(p -> p.toString().endsWith(".java"))
              .filter(p -> !p.toString().contains("target/"))
              .sorted()
              .toList();
    }
    var formatter = new Formatter(JavaFormatterOptions.defaultOptions());
    var wrong = new ArrayList<Path>();
    for (var source : sources) {
      var text = Files.readString(source);
      String formatted;
      try {
        var imports =
            ImportOrderer.reorderImports(
                RemoveUnusedImports.removeUnusedImports(text), JavaFormatterOptions.Style.GOOGLE);
        formatted = formatter.formatSource(imports);
      } catch (Exception e) {
        System.err.println(source + ": " + e.getMessage());
        wrong.add(source);
        continue;
      }
      if (formatted.equals(text)) continue;
      if (apply) Files.writeString(source, formatted);
      else wrong.add(source);
    }
    if (wrong.isEmpty()) return;
    System.err.println("Not formatted (run `mvn -N validate -Dfmt=apply`):");
    wrong.forEach(p -> System.err.println("  " + p));
    System.exit(1);
  }
}
