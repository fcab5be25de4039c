package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines that start the bridge at once; others go to the parser of the command line. */
class BridgeMainTest {
  private static McpCommand command() {
    var none = new PrintStream(PrintStream.nullOutputStream());
    return new McpCommand(new Terminal(InputStream.nullInputStream(), none, none, Map.of(), false));
  }

  private static boolean isRead(McpCommand command, String line) {
    return BridgeMain.isRead(line.split(" "), command);
  }

  @Test
  void the_usual_options_are_read() {
    var command = command();
    assertThat(isRead(command, "mcp --url ws://h:1 --token-file /t -i ada")).isTrue();
    assertThat(command.url.url).isEqualTo("ws://h:1");
    assertThat(command.tokenFile).isEqualTo(Path.of("/t"));
    assertThat(command.identity).isEqualTo("ada");
    assertThat(isRead(command(), "mcp")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp --help",
        "mcp --token-file",
        "mcp --token-file=/t",
        "mcp --token-file /t --token-file /u",
        "mcp --url --help",
        "mcp install claude",
        "mcp --debug x",
        "send --url x"
      })
  void everything_else_goes_to_the_parser(String line) {
    assertThat(isRead(command(), line)).isFalse();
  }
}
