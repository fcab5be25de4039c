package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Javadoc opens with its subject or with what a method does, never with a question word. */
class JavadocOpeningsTest {
  private static final Pattern RIDDLE =
      Pattern.compile("/\\*\\*\\s+(?:\\*\\s+)?(What|Who|Whether|How|Where|Which|When) [^\n]*");

  @Test
  void no_javadoc_opens_with_a_question_word() throws IOException {
    var found = new ArrayList<String>();
    int files = 0;
    for (var module : List.of("protocol", "client", "server", "cli", "bench", "e2e")) {
      try (var all = Files.walk(Path.of("..", module, "src"))) {
        for (var file : all.filter(path -> path.toString().endsWith(".java")).toList()) {
          files++;
          RIDDLE
              .matcher(Files.readString(file))
              .results()
              .forEach(match -> found.add(file + ": " + match.group()));
        }
      }
    }
    assertThat(files).as("files looked at").isGreaterThan(800);
    assertThat(found).isEmpty();
  }
}
