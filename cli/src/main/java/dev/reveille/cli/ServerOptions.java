package dev.reveille.cli;

import dev.reveille.client.ClientBuilder;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.Names;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server, and who speaks: the options of every command that connects. */
final class ServerOptions {
  static final String DEFAULT_IDENTITY = "cli";

  /** Not the default identity's, so that a name means one agent while somebody listens. */
  private static final String GUEST_NAME = "guest";

  static final String DEFAULT_URL = "ws://127.0.0.1:6667";
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  private static final int MAX_PORT = 65_535;

  /** Most commands are connected by then. */
  private static final Duration QUIET = Duration.ofSeconds(2);

  private static final String SLOW_WELCOME =
      "Waiting for the server to welcome this agent. If another program is connected with the same"
          + " identity, taking its place takes 5 seconds or more.";

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server. Default: $$REVEILLE_URL, else " + DEFAULT_URL + ".")
  @Nullable String url;

  @Option(
      names = {"-i", "--identity"},
      paramLabel = "NAME",
      description =
          "Connect with this identity's key. Default for commands that speak: cli, made on first"
              + " use. Commands that only read connect as a guest.")
  @Nullable String identity;

  @Option(names = "--name", paramLabel = "NAME", description = "The agent's name for this session.")
  @Nullable String name;

  @Option(names = "--ephemeral", description = "Connect without a key, as a guest.")
  boolean ephemeral;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Span.class,
      description = "How long to wait for an answer: 10, 500ms, 2m. Default: 10 seconds.")
  @Nullable Duration timeout;

  /** Whose voice a command uses when nothing is said about it. */
  enum Voice {
    OWN,
    GUEST
  }

  URI uri(Terminal terminal) {
    var text = url != null ? url : terminal.env().getOrDefault("REVEILLE_URL", "");
    if (text.isEmpty() && url == null) text = DEFAULT_URL;
    if (!text.contains("://")) text = "ws://" + text;
    text = text.replaceFirst("^http", "ws");
    try {
      var uri = new URI(text);
      boolean known = "ws".equals(uri.getScheme()) || "wss".equals(uri.getScheme());
      if (known && uri.getHost() != null && uri.getPort() <= MAX_PORT) return uri;
    } catch (URISyntaxException e) {
      // said below
    }
    throw new Problem(
        Exit.USAGE, "'" + text + "' is no server address; use ws://host:port or wss://host:port.");
  }

  ReveilleClient connect(Terminal terminal, Voice usual) {
    return connect(terminal, client(terminal, usual));
  }

  /** Connects, and says what it waits for if that takes long. */
  ReveilleClient connect(Terminal terminal, ClientBuilder builder) {
    try (var _ = LongWait.tell(terminal, QUIET, SLOW_WELCOME)) {
      return builder.connect();
    }
  }

  ClientBuilder client(Terminal terminal, Voice usual) {
    if (ephemeral && identity != null) {
      throw new Problem(Exit.USAGE, "--ephemeral and --identity exclude each other.");
    }
    var builder = ReveilleClient.builder().uri(uri(terminal));
    builder.connectTimeout(timeout());
    builder.requestTimeout(timeout());
    // Without a wish of the user: long enough for the take-over of an id that is connected.
    if (timeout != null) builder.identifyTimeout(timeout);
    if (ephemeral || (identity == null && usual == Voice.GUEST)) {
      return builder.name(agentName(GUEST_NAME));
    }
    var file = identityFile(terminal);
    return builder.name(agentName(file.name())).identity(file.identity());
  }

  Duration timeout() {
    return timeout == null ? DEFAULT_TIMEOUT : timeout;
  }

  private String agentName(String usual) {
    var chosen = name == null ? usual : name;
    if (!Names.isName(chosen)) {
      throw new Problem(
          Exit.USAGE, "'" + chosen + "' is no agent name; use 1-32 letters, digits, _ or -.");
    }
    return chosen;
  }

  private IdentityFile identityFile(Terminal terminal) {
    var folder = ConfigFolder.identities(terminal.env());
    var file =
        identity == null || identity.equals(DEFAULT_IDENTITY)
            ? IdentityFile.loadOrCreate(folder, DEFAULT_IDENTITY)
            : IdentityFile.load(folder, identity);
    try {
      if (IdentityFile.isOpenToOthers(file.path())) {
        terminal.warn(
            "Other users can read the identity file; run: chmod 600 '" + file.path() + "'");
      }
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot look at " + file.path() + ".", e);
    }
    return file;
  }
}
