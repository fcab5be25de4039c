package dev.reveille.cli;

import dev.reveille.client.AdminClient;
import dev.reveille.client.ClientException;
import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.TokenText;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every admin command: which server, and its admin key. */
final class AdminOptions {
  private static final String VARIABLE = "AGENTCHAT_ADMIN_KEY";
  private static final int MAX_KEY_FILE = 4096;
  private static final Set<String> LOOPBACK = Set.of("localhost", "[::1]", "127.0.0.1");

  @Mixin final UrlOption url = new UrlOption();

  @Option(
      names = "--admin-key-file",
      paramLabel = "FILE",
      description =
          "The file with the admin key. Default: the value of $$AGENTCHAT_ADMIN_KEY, else the file"
              + " admin.key of the data folder, else a token with the scope admin in"
              + " $$REVEILLE_TOKEN or the file $$REVEILLE_TOKEN_FILE.")
  @Nullable Path keyFile;

  @Option(
      names = "--data-dir",
      paramLabel = "FOLDER",
      description = "The server's data folder. Default: $$DATA_DIR, else the platform's.")
  @Nullable Path dataDir;

  @Mixin final TimeoutOption timeout = new TimeoutOption();

  @Option(names = "--json", description = "Print the server's answer as JSON.")
  boolean json;

  URI uri(Terminal terminal) {
    var uri = url.uri(terminal.env());
    if (uri.getScheme().equals("ws") && !LOOPBACK.contains(uri.getHost())) {
      terminal.warn("The admin key goes to " + uri + " without encryption; use wss.");
    }
    return uri;
  }

  /** Returns the admin key. It is never an argument: other users of the machine see arguments. */
  String key(Terminal terminal) {
    if (keyFile != null) return read(keyFile);
    var set = terminal.env().getOrDefault(VARIABLE, "").strip();
    if (!set.isEmpty()) return set;
    var file = (dataDir == null ? ConfigFolder.data(terminal.env()) : dataDir).resolve("admin.key");
    if (Files.exists(file)) return read(file);
    var token = TokenSource.find(terminal, null);
    if (token.isPresent()) {
      TokenSource.requireConfidential(url.uri(terminal.env()));
      return token.get();
    }
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
    try (var admin = AdminClient.connect(uri(terminal), key, timeout.value())) {
      return admin.order(order);
    } catch (ClientException.Refused e) {
      if (!e.is(ErrorCode.AUTH_REQUIRED) || TokenText.isIn(key)) throw e;
      throw wrongKey(e);
    }
  }

  static Problem wrongKey(@Nullable Throwable cause) {
    return new Problem(
        Exit.REFUSED,
        "The server has another admin key: the one in its environment ("
            + VARIABLE
            + "), or else the one in admin.key of its data folder.",
        cause);
  }

  /** Sends the order and prints its result: as JSON, or as a sentence. */
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
