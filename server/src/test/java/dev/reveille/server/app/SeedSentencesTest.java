package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of promises in the protocol's reference names tests that exist. */
class SeedSentencesTest {
  private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|Contract))#(\\w+)`");

  @Test
  void every_test_that_the_reference_names_exists() throws IOException {
    var text = Files.readString(Path.of("..", "docs", "protocol.md"));
    var named = named(text);
    assertThat(named).hasSizeGreaterThan(40);
    assertThat(named).allMatch(SeedSentencesTest::exists);
  }

  /** Returns the tests that a text names, such as {@code ATest#it_works}. */
  static Set<String> named(String text) {
    var named = new TreeSet<String>();
    NAMED.matcher(text).results().forEach(m -> named.add(m.group(1) + "#" + m.group(2)));
    return named;
  }

  static boolean exists(String test) {
    var name = test.substring(0, test.indexOf('#'));
    var declared = "void " + test.substring(test.indexOf('#') + 1) + "(";
    try (var all = Files.walk(Path.of(".."))) {
      for (var file : all.filter(p -> p.endsWith(name + ".java")).toList()) {
        if (Files.readString(file).contains(declared)) return true;
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
