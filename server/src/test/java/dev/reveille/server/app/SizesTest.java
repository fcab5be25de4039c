package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of sizes in ARCHITECTURE.md is about right. {@code build/Sizes.java} rewrites it. */
class SizesTest {
  private static final Path SERVER = Path.of("src", "main", "java", "dev", "reveille", "server");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z.]+)` \\| [^|]* \\| [0-9]+, ([0-9]+) \\|");

  @Test
  void each_package_has_about_as_many_lines_as_the_table_says() throws IOException {
    var page = Files.readString(Path.of("..", "ARCHITECTURE.md"));
    var said = new TreeMap<String, Long>();
    ROW.matcher(page)
        .results()
        .forEach(row -> said.put(row.group(1), Long.parseLong(row.group(2))));
    var counted = lines();
    assertThat(said.keySet()).isEqualTo(counted.keySet());
    counted.forEach(
        (name, lines) ->
            assertThat(said.get(name))
                .as("lines of %s; run: java build/Sizes.java", name)
                .isCloseTo(lines, within(Math.max(30, lines * 15 / 100))));
  }

  private static Map<String, Long> lines() throws IOException {
    var lines = new TreeMap<String, Long>();
    try (var sources = Files.walk(SERVER)) {
      for (var source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
        var name = SERVER.relativize(source.getParent()).toString().replace('/', '.');
        lines.merge(name, Files.readString(source).lines().count(), Long::sum);
      }
    }
    return lines;
  }
}
