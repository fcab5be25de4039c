package dev.reveille.cli;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
          List.of("unread", "-i", "ada"),
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

  /** The file of the token for {@link BridgeRehearsal}, in the folder for identities. */
  private static final String TOKEN = "rehearsal.token";

  private final Map<String, String> env;

  private CommandRehearsal(Map<String, String> env) {
    this.env = env;
  }

  /** Takes the server's WebSocket address, a folder for identities and the server's data folder. */
  public static void main(String[] args) {
    var rehearsal =
        new CommandRehearsal(
            Map.of(
                "REVEILLE_URL",
                args[0],
                "XDG_CONFIG_HOME",
                args[1],
                "DATA_DIR",
                args[2],
                "AGENTCHAT_SETTLE_MS",
                "0"));
    var _ = Terminal.system(); // every command makes one
    LINES.forEach(line -> rehearsal.run("from a pipe\n", line));
    rehearsal.run(
        "",
        List.of(
            "token",
            "new",
            "--name=rehearsal",
            "--scopes=observe,send",
            "--new-identity=rehearsal",
            "--out=" + Path.of(args[1], TOKEN)));
  }

  private void run(String in, List<String> line) {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    var typed = new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8));
    var terminal = new Terminal(typed, nowhere, nowhere, env, false);
    var args = line.toArray(String[]::new);
    ShortLine.read(terminal, args).ifPresent(command -> ShortMain.run(command, terminal));
    var _ = Main.run(args, terminal, EmbeddedServer::new);
  }
}
