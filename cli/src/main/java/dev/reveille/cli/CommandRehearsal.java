package dev.reveille.cli;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Runs the usual short commands against a server, one after the other in this process.
 *
 * <p>The launcher runs it once after a build. What the JVM loads here is in the start-up cache of
 * later commands, so a command that is missing here starts more slowly.
 */
public final class CommandRehearsal {
  private static final List<List<String>> LINES =
      List.of(
          List.of("identity", "new", "ada"),
          List.of("identity", "show", "ada"),
          List.of("send", "-i", "ada", "#general", "hello"),
          List.of("send", "#general", "hello, @ada"),
          List.of("send", "#general", "-"),
          List.of("send", "--json", "@ada", "hello"),
          List.of("history", "#general"),
          List.of("history", "#general", "--json"),
          List.of("task", "new", "-i", "ada", "@ada", "look"),
          List.of("task", "list", "-i", "ada", "--open"),
          List.of("channels"),
          List.of("agents"),
          List.of("callbacks", "set", "--in", "1h", "look"),
          List.of("callbacks", "list"),
          List.of("skills", "search"),
          List.of("listen", "-i", "ada", "--once", "--wait", "10s"),
          List.of("listen", "-i", "ada", "--once", "--json", "--wait", "200ms"),
          List.of("send", "#nowhere", "hello"),
          List.of("sned"),
          List.of("send", "--help"));

  private CommandRehearsal() {}

  /** Takes the server's WebSocket address and a folder for identities. */
  public static void main(String[] args) {
    var env =
        Map.of("REVEILLE_URL", args[0], "XDG_CONFIG_HOME", args[1], "AGENTCHAT_SETTLE_MS", "0");
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    for (var line : LINES) {
      var in = new ByteArrayInputStream("from a pipe\n".getBytes(StandardCharsets.UTF_8));
      var terminal = new Terminal(in, nowhere, nowhere, env, false);
      var _ = Main.run(line.toArray(String[]::new), terminal, EmbeddedServer::new);
    }
  }
}
