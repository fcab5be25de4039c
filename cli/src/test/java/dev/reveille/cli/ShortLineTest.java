package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The plain lines of short commands are read as the parser reads them, or left to it. */
class ShortLineTest {
  private static final List<String> WORDS =
      List.of(
          "#general",
          "@ada",
          "hello",
          "-",
          "--json",
          "--receipt",
          "--reply-to",
          "m1",
          "-i",
          "ada",
          "--identity",
          "--ephemeral",
          "--url",
          "ws://h:1",
          "--limit",
          "5",
          "--after",
          "--before",
          "7",
          "-5",
          "--",
          "",
          "--tag",
          "x=y",
          "--limit=5",
          "@file",
          "099",
          "a b");

  private final PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
  private final Terminal terminal =
      new Terminal(InputStream.nullInputStream(), nowhere, nowhere, Map.of(), false);

  /** Returns all that the options and words of a command set. */
  private static String fields(Object command) {
    return switch (command) {
      case SendCommand c ->
          "%s %s %s %s %s %s %s %s"
              .formatted(
                  c.to, c.text, c.tags, c.replyTo, c.priority, c.receipt, c.json, server(c.server));
      case HistoryCommand c ->
          "%s %s %s %s %s %s"
              .formatted(
                  c.channel,
                  c.direction.after,
                  c.direction.before,
                  c.limit,
                  c.json,
                  server(c.server));
      case UnreadCommand c -> c.json + " " + server(c.server);
      default -> throw new AssertionError(command);
    };
  }

  private static String server(ServerOptions server) {
    var agent = server.agent;
    return "%s %s %s %s %s %s"
        .formatted(
            agent.identity,
            agent.name,
            agent.ephemeral,
            agent.tokenFile,
            server.url.url,
            server.timeout.timeout);
  }

  private String parsed(String... line) {
    var root = Main.commandLine(terminal, EmbeddedServer::new, line);
    CommandLine.ParseResult result = root.parseArgs(line);
    return fields(result.subcommand().commandSpec().userObject());
  }

  private void same(String... line) {
    var read = ShortLine.read(terminal, line);
    if (read.isEmpty()) return;
    assertThat(fields(read.get())).as(Arrays.toString(line)).isEqualTo(parsed(line));
  }

  @Test
  void what_is_read_is_what_the_parser_reads() {
    var random = new Random(7);
    int plain = 0;
    for (int i = 0; i < 20_000; i++) {
      var line = new String[1 + random.nextInt(6)];
      line[0] = List.of("send", "history", "unread").get(random.nextInt(3));
      for (int w = 1; w < line.length; w++) line[w] = WORDS.get(random.nextInt(WORDS.size()));
      same(line);
      if (ShortLine.read(terminal, line).isPresent()) plain++;
    }
    assertThat(plain).isGreaterThan(300);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send #general hello",
        "send @ada --json hello you",
        "send general -",
        "send -i ada #general --reply-to m1 ok",
        "history #general --limit 5 --json",
        "history general --after 3 --url ws://h:1",
        "unread",
        "unread --identity ada --json"
      })
  void the_usual_lines_are_plain(String line) {
    var words = line.split(" ", -1);
    assertThat(ShortLine.read(terminal, words)).isPresent();
    same(words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send",
        "send #general",
        "send --help",
        "send #general hello --priority high",
        "send #general -- -5",
        "send #general hello --json --json",
        "send #general hello --debug",
        "history",
        "history #a #b",
        "history #a --after 1 --before 2",
        "history #a --limit x",
        "history #a --limit",
        "unread ada",
        "channels"
      })
  void everything_else_is_left_to_the_parser(String line) {
    assertThat(ShortLine.read(terminal, line.split(" ", -1))).isEmpty();
  }
}
