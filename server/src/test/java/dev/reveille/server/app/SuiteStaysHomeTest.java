package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reads the tests of all modules: they touch nothing of the developer's, and no other machine. */
class SuiteStaysHomeTest {
  private static final List<String> MODULES =
      List.of("protocol", "client", "server", "cli", "bench", "e2e");

  /** Programs of harnesses, and of desktops. A test never starts one. */
  private static final Pattern HARNESS =
      Pattern.compile("\"(?:[a-z/]*/)?(claude|codex|gemini|opencode|kimi|aider)\"");

  private static final Pattern TMUX =
      Pattern.compile("(?:run|of)\\(\"tmux\",(?!\\s*\"(?:-V\"|-S\"|-u\", \"-S\"))");

  private static final Pattern HOST =
      Pattern.compile("(?:https?|wss?)://(?:[^@/\"\\s]*@)?\\[?([A-Za-z0-9.-]+)");

  /** Hosts that no test can reach over a network: loopback, reserved names, single words. */
  private static final Pattern HARMLESS =
      Pattern.compile(
          "(?i)localhost|127[0-9.]*|::1.*|0\\.0\\.0\\.0|10\\.[0-9.]+|192\\.168\\.[0-9.]+"
              + "|.*\\.(example|invalid|test|localhost|internal)|example\\.(org|com|net)"
              + "|.*\\.example\\.(org|com|net)|[^.]*|.*\\.|-.*|a\\.b|[0-9.:]+");

  private static List<Path> tests() throws IOException {
    var all = new ArrayList<Path>();
    for (var module : MODULES) {
      var folder = Path.of("..", module, "src", "test", "java");
      if (!Files.isDirectory(folder)) continue;
      try (Stream<Path> files = Files.walk(folder)) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
      }
    }
    assertThat(all).hasSizeGreaterThan(300);
    return all;
  }

  /** Returns what the pattern finds in tests, as file: match. */
  private static List<String> found(Pattern pattern) throws IOException {
    var found = new ArrayList<String>();
    for (var file : tests()) {
      if (file.endsWith("SuiteStaysHomeTest.java")) continue;
      var matcher = pattern.matcher(Files.readString(file));
      while (matcher.find()) {
        var match = matcher.groupCount() == 0 ? matcher.group() : matcher.group(1);
        found.add(file.getFileName() + ": " + match);
      }
    }
    return found;
  }

  @Test
  void behaviour_91_no_test_starts_a_harness_unless_it_is_asked_to() throws IOException {
    // McpCommandsTest writes files for them and starts none; CodingAgent starts its own copies.
    assertThat(found(HARNESS))
        .isNotEmpty()
        .allMatch(
            each -> each.startsWith("CodingAgent.java") || each.startsWith("McpCommandsTest"));
    for (var file : tests()) {
      var text = Files.readString(file);
      if (file.endsWith("CodingAgent.java") || !text.contains("CodingAgent.")) continue;
      if (file.endsWith("SuiteStaysHomeTest.java")) continue;
      assertThat(text).as(file.toString()).contains("onlyWhenAskedFor()");
    }
  }

  @Test
  void behaviour_91_tests_use_only_a_tmux_server_of_their_own() throws IOException {
    assertThat(found(Pattern.compile("(?:run|of)\\(\"tmux\",")))
        .as("this test sees how tests call it")
        .isNotEmpty();
    assertThat(found(TMUX)).isEmpty();
  }

  @Test
  void behaviour_91_tests_name_no_host_that_could_be_reached() throws IOException {
    assertThat(found(HOST))
        .isNotEmpty()
        .allMatch(each -> HARMLESS.matcher(each.substring(each.indexOf(": ") + 2)).matches());
  }
}
