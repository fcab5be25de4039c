package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A reader who meets a type's name finds one file of that name in the code base. */
class NamesExistOnceTest {
  private static final List<String> MODULES =
      List.of("protocol", "client", "server", "cli", "bench", "e2e");

  @Test
  void the_name_of_a_type_exists_once_in_the_code_base() throws IOException {
    var places = new TreeMap<String, TreeSet<String>>();
    int files = 0;
    for (var module : MODULES) {
      try (var all = Files.walk(Path.of("..", module, "src"))) {
        for (var file : all.filter(NamesExistOnceTest::isType).toList()) {
          files++;
          places
              .computeIfAbsent(file.getFileName().toString(), _ -> new TreeSet<>())
              .add(file.toString());
        }
      }
    }
    assertThat(files).as("files looked at").isGreaterThan(800);
    places.values().removeIf(found -> found.size() == 1);
    assertThat(places).isEmpty();
  }

  private static boolean isType(Path file) {
    var name = file.getFileName().toString();
    return name.endsWith(".java") && !name.equals("package-info.java");
  }
}
