package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The reference in docs/protocol.md has one section for each message, and its examples are real.
 */
class ReferenceTest {
  private static final Path REFERENCE = Path.of("..", "docs", "protocol.md");
  private static final Pattern SECTION = Pattern.compile("(?m)^### ([A-Z]+(?:_[A-Z]+)*)$");
  private static final Pattern EXAMPLE = Pattern.compile("(?m)^(C|S|others): (\\{.*})$");

  @Test
  void every_message_type_has_its_own_section_and_no_section_is_about_another_type()
      throws IOException {
    var sections = SECTION.matcher(text()).results().map(m -> m.group(1)).toList();
    assertThat(sections).doesNotHaveDuplicates();
    var types = new TreeSet<>(clientTypes());
    types.addAll(serverTypes());
    assertThat(types).hasSizeGreaterThan(60);
    assertThat(new TreeSet<>(sections)).isEqualTo(types);
  }

  @Test
  void every_section_says_who_sends_the_message_and_has_an_example() throws IOException {
    for (var section : sections().entrySet()) {
      var type = section.getKey();
      assertThat(section.getValue()).as(type).contains("\"type\":\"" + type + "\"");
      if (clientTypes().contains(type)) {
        assertThat(section.getValue()).as(type).contains("From the client").contains("rror");
      }
      if (serverTypes().contains(type)) {
        assertThat(section.getValue()).as(type).contains("From the server");
      }
    }
  }

  @Test
  void every_error_code_is_in_the_table_of_errors() throws IOException {
    var errors = sections().getOrDefault("ERROR", "");
    for (var code : ErrorCode.values()) assertThat(errors).contains("`" + code.name() + "`");
  }

  /** Examples with an ellipsis are shortened, so only the others can be read. */
  @Test
  void every_complete_example_is_a_valid_message() throws IOException {
    var examples =
        EXAMPLE.matcher(text()).results().filter(m -> !m.group(2).contains("…")).toList();
    assertThat(examples).hasSizeGreaterThan(50);
    for (var example : examples) assertThat(isValid(example)).as(example.group()).isTrue();
  }

  private static boolean isValid(MatchResult example) {
    var json = example.group(2);
    return example.group(1).equals("C")
        ? ClientMessages.read(json) instanceof ClientMessages.Read.Valid
        : ServerMessages.read(json) instanceof ServerMessages.Received.Known;
  }

  private static Map<String, String> sections() throws IOException {
    var text = text();
    var sections = new TreeMap<String, String>();
    SECTION
        .matcher(text)
        .results()
        .forEach(
            m -> {
              int end = text.indexOf("\n##", m.end());
              sections.put(m.group(1), text.substring(m.end(), end < 0 ? text.length() : end));
            });
    return sections;
  }

  private static Set<String> clientTypes() {
    return ClientTypes.ALL.stream().map(ClientType::name).collect(Collectors.toSet());
  }

  private static Set<String> serverTypes() {
    return ServerTypes.ALL.stream().map(ServerType::name).collect(Collectors.toSet());
  }

  private static String text() throws IOException {
    return Files.readString(REFERENCE);
  }
}
