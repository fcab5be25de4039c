package dev.reveille.cli;

import dev.reveille.client.AdminClient;
import dev.reveille.client.ClientException;
import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server, and the key to it: the options of every command of administrators. */
final class AdminOptions {
  private static final String VARIABLE = "AGENTCHAT_ADMIN_KEY";
  private static final int MAX_KEY_FILE = 4096;
  private static final Set<String> HERE = Set.of("localhost", "[::1]", "127.0.0.1");

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server. Default: $$REVEILLE_URL, else " + ServerOptions.DEFAULT_URL + ".")
  @Nullable String url;

  @Option(
      names = "--admin-key-file",
      paramLabel = "FILE",
      description =
          "Where the admin key is. Default: the value of $$AGENTCHAT_ADMIN_KEY, else the file"
              + " admin.key of the data folder.")
  @Nullable Path keyFile;

  @Option(
      names = "--data-dir",
      paramLabel = "FOLDER",
      description = "The server's data folder. Default: $$DATA_DIR, else the platform's.")
  @Nullable Path dataDir;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Span.class,
      description = "How long to wait for an answer: 10, 500ms, 2m. Default: 10 seconds.")
  Duration timeout = Duration.ofSeconds(10);

  @Option(names = "--json", description = "The server's answer as JSON.")
  boolean json;

  URI uri(Terminal terminal) {
    var server = new ServerOptions();
    server.url = url;
    var uri = server.uri(terminal);
    if (uri.getScheme().equals("ws") && !HERE.contains(uri.getHost())) {
      terminal.warn("The admin key goes to " + uri + " without encryption; use wss.");
    }
    return uri;
  }

  /** Never from the command line: other users of the machine see that. */
  String key(Terminal terminal) {
    if (keyFile != null) return read(keyFile);
    var set = terminal.env().getOrDefault(VARIABLE, "").strip();
    if (!set.isEmpty()) return set;
    var file = (dataDir == null ? ConfigFolder.data(terminal.env()) : dataDir).resolve("admin.key");
    if (Files.exists(file)) return read(file);
    throw new Problem(
        Exit.FAILED,
        "No admin key: "
            + file
            + " does not exist. Run this where the server's data folder is (--data-dir), or give"
            + " the key with --admin-key-file or "
            + VARIABLE
            + ".");
  }

  private static String read(Path file) {
    try {
      if (Files.size(file) <= MAX_KEY_FILE) {
        var key = Files.readString(file).strip();
        if (!key.isEmpty()) return key;
      }
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot read the admin key in " + file + ".", e);
    }
    throw new Problem(Exit.FAILED, "There is no admin key in " + file + ".");
  }

  ServerMessage.AdminResult order(Terminal terminal, AdminOrder order) {
    var key = key(terminal);
    try (var admin = AdminClient.connect(uri(terminal), key, timeout)) {
      return admin.order(order);
    } catch (ClientException.Refused e) {
      if (!e.is(ErrorCode.AUTH_REQUIRED)) throw e;
      throw wrongKey(e);
    }
  }

  static Problem wrongKey(@Nullable Throwable cause) {
    return new Problem(
        Exit.REFUSED,
        "The server has another admin key: that of its environment ("
            + VARIABLE
            + "), or the one in admin.key of its data folder.",
        cause);
  }

  /** Gives the order and prints its result: as it came, or as a sentence. */
  int run(Terminal terminal, AdminOrder order, String sentence) {
    var result = order(terminal, order);
    terminal.out().println(json ? json(result) : sentence);
    return Exit.OK.code();
  }

  static String json(ServerMessage.AdminResult result) {
    var text = new JsonText().field("action", result.action());
    if (result.success() != null) text.field("success", result.success());
    return text.rawFields(result.extras()).text();
  }
}
