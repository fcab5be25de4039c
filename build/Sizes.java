import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Rewrites the table of sizes and dependencies in ARCHITECTURE.md. Run it in the project's folder:
 * {@code java build/Sizes.java}.
 *
 * <p>The rows keep their order and their numbers of before. A package without a row gets one before
 * {@code app}.
 */
public class Sizes {
  private static final Path PAGE = Path.of("ARCHITECTURE.md");
  private static final Path SERVER = Path.of("server/src/main/java/dev/reveille/server");
  private static final String HEADER =
      "| package | before: files, lines | now: files, lines | uses now |\n";
  private static final Pattern ROW =
      Pattern.compile("\\| `?([a-z.]+)`? \\| ([^|]*) \\| [^|]* \\|[^|]*\\|");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?dev\\.reveille\\.server\\.((?:edge\\.)?[a-z]+)\\.");

  /** A package: how many files and lines it has, and what it uses. */
  private record Size(long files, long lines, TreeSet<String> uses) {}

  public static void main(String[] args) throws IOException {
    var sizes = sizes();
    var page = Files.readString(PAGE);
    int start = page.indexOf(HEADER) + HEADER.length();
    start = page.indexOf('\n', start) + 1;
    int end = page.indexOf("\n\n", start);
    var before = new TreeMap<String, String>();
    var order = new ArrayList<String>();
    var rows = ROW.matcher(page.substring(start, end));
    while (rows.find()) {
      before.put(rows.group(1), rows.group(2));
      order.add(rows.group(1));
    }
    order.removeAll(List.of("app", "all"));
    for (var name : sizes.keySet()) {
      if (!order.contains(name) && !name.equals("app")) order.add(name);
    }
    order.removeIf(name -> !sizes.containsKey(name));
    order.add("app");
    var table = new StringBuilder();
    long files = 0;
    long lines = 0;
    for (var name : order) {
      var size = sizes.get(name);
      files += size.files();
      lines += size.lines();
      table.append(
          "| `%s` | %s | %d, %d | %s |\n"
              .formatted(
                  name,
                  before.getOrDefault(name, "–"),
                  size.files(),
                  size.lines(),
                  uses(name, size, order)));
    }
    table.append("| all | %s | %d, %d | |".formatted(before.get("all"), files, lines));
    Files.writeString(PAGE, page.substring(0, start) + table + page.substring(end));
  }

  private static String uses(String name, Size size, List<String> order) {
    if (name.equals("app")) return "all";
    var words = new ArrayList<String>();
    for (var each : order) if (size.uses().contains(each)) words.add("`" + each + "`");
    return String.join(" ", words);
  }

  private static TreeMap<String, Size> sizes() throws IOException {
    var sizes = new TreeMap<String, Size>();
    try (var sources = Files.walk(SERVER)) {
      for (var source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
        var name = SERVER.relativize(source.getParent()).toString().replace('/', '.');
        var text = Files.readString(source);
        var old = sizes.getOrDefault(name, new Size(0, 0, new TreeSet<>()));
        IMPORT.matcher(text).results().forEach(found -> old.uses().add(found.group(1)));
        old.uses().remove(name);
        sizes.put(name, new Size(old.files() + 1, old.lines() + text.lines().count(), old.uses()));
      }
    }
    return sizes;
  }
}
