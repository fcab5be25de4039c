package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Timeout(300)
class HelpTest {
  private final Path home;

  HelpTest(@TempDir Path home) {
    this.home = home;
  }

  private Run reveille() {
    return new Run(home, "ws://127.0.0.1:1");
  }

  private static List<CommandLine> all(CommandLine command) {
    var all = new ArrayList<>(List.of(command));
    command.getSubcommands().values().forEach(sub -> all.addAll(all(sub)));
    return all;
  }

  private CommandLine program(Map<String, String> env) {
    var nowhere = new java.io.PrintStream(java.io.OutputStream.nullOutputStream());
    return Main.commandLine(
        new Terminal(java.io.InputStream.nullInputStream(), nowhere, nowhere, env, false),
        EmbeddedServer::new);
  }

  /** The addresses of a help text whose lines are as long as they like. */
  private static List<String> addresses(String text) {
    return Pattern.compile("[a-z]+://[^\\s]*")
        .matcher(text)
        .results()
        .map(match -> match.group())
        .collect(Collectors.toList());
  }

  @Test
  void no_address_is_broken_at_any_width_in_any_help() {
    var whole = new ArrayList<List<String>>();
    all(program(Map.of("COLUMNS", "200"))).forEach(c -> whole.add(texts(c)));
    assertThat(whole.stream().flatMap(List::stream))
        .contains("ws://127.0.0.1:6667.", "wss://chat.example.org");
    var program = program(Map.of());
    var commands = all(program);
    for (int columns = 55; columns <= 200; columns += 5) {
      program.setUsageHelpWidth(columns);
      for (int i = 0; i < commands.size(); i++) {
        var help = commands.get(i).getUsageMessage();
        assertThat(addresses(help))
            .as("%s at %d columns:%n%s", commands.get(i).getCommandName(), columns, help)
            .containsExactlyInAnyOrderElementsOf(whole.get(i));
        int most = columns;
        assertThat(help.lines()).allMatch(line -> line.length() <= most);
        assertThat(help).doesNotContainPattern("[\\u0100-\\u017f]");
      }
    }
  }

  /** The addresses in the texts themselves, before anything is laid out. */
  private static List<String> texts(CommandLine command) {
    var found = new ArrayList<String>();
    var spec = command.getCommandSpec();
    spec.args().forEach(arg -> found.addAll(addresses(String.join("\n", arg.description()))));
    var rest = addresses(command.getUsageMessage());
    // of the description and the footer, where the widest layout has room for each line
    var options = new ArrayList<>(found);
    rest.stream().filter(address -> !options.remove(address)).forEach(found::add);
    return found;
  }

  @Test
  void the_width_is_the_terminals_within_reason() {
    assertThat(HelpLayout.width(Map.of())).isEqualTo(80);
    assertThat(HelpLayout.width(Map.of("COLUMNS", "wide"))).isEqualTo(80);
    assertThat(HelpLayout.width(Map.of("COLUMNS", "120"))).isEqualTo(120);
    assertThat(HelpLayout.width(Map.of("COLUMNS", "1"))).isEqualTo(55);
    assertThat(HelpLayout.width(Map.of("COLUMNS", "999999"))).isEqualTo(200);
  }

  /** A command is made when it is needed, by its name in the list. */
  @Test
  void every_command_of_the_list_has_the_name_it_is_listed_under() {
    var all = program(Map.of()).getSubcommands();
    assertThat(all.keySet()).containsExactlyElementsOf(CommandList.names());
    all.forEach((name, command) -> assertThat(command.getCommandName()).isEqualTo(name));
  }

  @Test
  void help_takes_the_words_of_a_command() {
    var help = reveille();
    assertThat(help.exit("help", "identity", "new")).isZero();
    assertThat(help.out()).startsWith("Usage: reveille identity new").contains("Exit codes:");
    var all = reveille();
    assertThat(all.exit("help")).isZero();
    assertThat(all.out()).startsWith("Usage: reveille [").contains("status").contains("down");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "statsu | There is no command 'statsu'; did you mean status? See: reveille --help",
        "dwon | There is no command 'dwon'; did you mean down? See: reveille --help",
        "Send | There is no command 'Send'; did you mean send? See: reveille --help",
        "chann | There is no command 'chann'; did you mean channel? See: reveille --help",
        "biuld | There is no command 'biuld'; did you mean build? See: reveille --help",
        "xyzzy | There is no command 'xyzzy'. See: reveille --help",
        "listen --once --follow | --follow, --once are mutually exclusive (specify only one). See:"
            + " reveille listen --help",
        "mail dead drop x | 'x' is not the number of a dead letter. See: reveille mail dead list",
        "help dwon | There is no command 'dwon'; did you mean down? See: reveille --help",
        "identity nwe | There is no command 'identity nwe'; did you mean identity new? See:"
            + " reveille identity --help",
        "up --prot 1 | There is no option '--prot'; did you mean --port? See: reveille up --help",
        "up --datadir=x | There is no option '--datadir'; did you mean --data-dir? See: reveille up"
            + " --help",
        "doctor -json | There is no option '-json'; did you mean --json? See: reveille doctor"
            + " --help",
        "up --xyzzy | There is no option '--xyzzy'. See: reveille up --help",
        "up now | 'now' is one argument too many. See: reveille up --help",
        "up --port x | Invalid value for option '--port': 'x' is not a whole number. See: reveille"
            + " up --help",
        "up --timeout 5s | --timeout needs --detach.",
        "up --detach --timeout 0 | --timeout must be more than 0.",
        "up --data-dir= | --data-dir is empty; name a folder.",
        "up --config= | --config is empty; name a file.",
        "up --host= | --host is empty; name an address to listen on.",
        "status --data-dir= | --data-dir is empty; name a folder.",
        "down --data-dir= | --data-dir is empty; name a folder.",
        "status --timeout 0 | --timeout must be more than 0.",
        "doctor --timeout 0 | --timeout must be more than 0.",
        "doctor --url= | --url is empty; use ws://host:port or wss://host:port.",
        "completion fish | There is no completion for 'fish'; it can be bash or zsh."
      })
  void a_wrong_command_line_is_one_sentence_that_names_the_nearest(String typed, String sentence) {
    var run = reveille();
    assertThat(run.exit(typed.split(" ", -1))).isEqualTo(2);
    assertThat(run.err()).isEqualTo("reveille: " + sentence + "\n");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void the_distance_counts_a_swap_once() {
    assertThat(ClosestWord.distance("statsu", "status")).isEqualTo(1);
    assertThat(ClosestWord.distance("up", "up")).isZero();
    assertThat(ClosestWord.distance("", "up")).isEqualTo(2);
    assertThat(ClosestWord.to("q", List.of("up", "q"))).contains("q");
    assertThat(ClosestWord.to("x", List.of("y"))).isEmpty();
    assertThat(ClosestWord.to("", List.of("y"))).isEmpty();
    assertThat(ClosestWord.to("x".repeat(100_000), List.of("y"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reveille sta | status",
        "./reveille do | down doctor",
        "reveille be | bench",
        "reveille identity ro | rotate",
        "reveille up --det | --detach",
        "reveille completion z | zsh",
        "reveille status --js | --json"
      })
  void bash_completes_commands_and_options(String typed, String expected)
      throws IOException, InterruptedException {
    var run = reveille();
    assertThat(run.exit("completion", "bash")).isZero();
    var script = Files.writeString(home.resolve("completion"), run.out());
    assertThat(bash("bash", "-n", script.toString())).isEmpty();
    var ask =
        """
        compopt() { :; } # works only while the shell itself completes
        source %s
        COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE='%s'; COMP_POINT=${#COMP_LINE}
        function=$(complete -p reveille | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        $function reveille "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        echo ${COMPREPLY[*]}
        """
            .formatted(script, typed, typed);
    assertThat(bash("bash", "--norc", "-c", ask)).isEqualTo(expected);
  }

  @Test
  void the_script_for_zsh_loads_the_emulation_first() {
    var zsh = reveille();
    assertThat(zsh.exit("completion", "zsh")).isZero();
    assertThat(zsh.out()).contains("bashcompinit");
  }

  private static String bash(String... line) throws IOException, InterruptedException {
    var process = new ProcessBuilder(line).redirectErrorStream(true).start();
    try (var out = process.inputReader()) {
      var text = out.readAllAsString().strip();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      return text;
    } finally {
      process.destroyForcibly();
    }
  }
}
