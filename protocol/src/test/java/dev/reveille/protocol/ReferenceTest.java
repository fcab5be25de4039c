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
  private static final Pattern LINK = Pattern.compile("\\[([A-Z]+(?:_[A-Z]+)*)]\\(#");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([^|]*) \\| ([^|]*) \\| ([^|]*) \\|$");
  private static final Pattern CODE = Pattern.compile("`([A-Z]+(?:_[A-Z]+)*_?…?)`");
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
  void every_message_type_is_in_the_table_of_all_messages() throws IOException {
    var table = part("## All messages", "## Errors");
    for (var row : ROW.matcher(table).results().toList()) {
      assertThat(clientTypes()).as(row.group()).containsAll(links(row.group(2)));
      assertThat(serverTypes()).as(row.group()).containsAll(links(row.group(3)));
    }
    var all = new TreeSet<>(clientTypes());
    all.addAll(serverTypes());
    assertThat(new TreeSet<>(links(table))).isEqualTo(all);
  }

  /** Somebody has to decide what a token must have for a message: the table is that decision. */
  @Test
  void the_table_of_tokens_names_the_scope_of_every_message() throws IOException {
    var text = part("**Scopes.**", "**Where it may be sent.**");
    var needs = new TreeMap<String, Set<String>>();
    for (var type : ClientTypes.ALL) {
      var scope = type.scope();
      needs
          .computeIfAbsent(scope == null ? "" : scope.word(), _ -> new TreeSet<>())
          .add(type.name().startsWith("ADMIN_") ? "ADMIN_…" : type.name());
    }
    for (var scope : needs.keySet()) {
      var start = scope.isEmpty() ? "`PING`" : "| `" + scope + "` |";
      var row = text.lines().filter(line -> line.startsWith(start)).findFirst().orElse("");
      assertThat(CODE.matcher(row).results().map(m -> m.group(1)).collect(Collectors.toSet()))
          .as("messages that need the scope " + scope)
          .isEqualTo(needs.get(scope));
    }
  }

  private static String part(String from, String to) throws IOException {
    var text = text();
    int start = text.indexOf(from);
    assertThat(start).as(from).isNotNegative();
    return text.substring(start, text.indexOf(to, start));
  }

  private static Set<String> links(String text) {
    return LINK.matcher(text).results().map(m -> m.group(1)).collect(Collectors.toSet());
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
