package dev.reveille.cli;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --url}: which server a command talks to. */
final class UrlOption {
  static final String DEFAULT_URL = "ws://127.0.0.1:6667";

  /** The advice for a wrong address. */
  static final String ADVICE = "use ws://host:port or wss://host:port.";

  private static final String VARIABLE = "REVEILLE_URL";
  private static final int MAX_PORT = 65_535;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server. Default: $$" + VARIABLE + ", else " + DEFAULT_URL + ".")
  @Nullable String url;

  /** True if the option or the environment names a server. */
  boolean isSet(Map<String, String> env) {
    return url != null || !env.getOrDefault(VARIABLE, "").isEmpty();
  }

  /**
   * Returns the WebSocket address of the server.
   *
   * @throws Problem if what was given is not an address
   */
  URI uri(Map<String, String> env) {
    var text = url != null ? url : env.getOrDefault(VARIABLE, "");
    if (text.isEmpty() && url == null) text = DEFAULT_URL;
    if (!text.contains("://")) text = "ws://" + text;
    text = text.replaceFirst("^http", "ws");
    try {
      var uri = new URI(text);
      boolean known = "ws".equals(uri.getScheme()) || "wss".equals(uri.getScheme());
      if (known && uri.getHost() != null && uri.getPort() <= MAX_PORT) return uri;
    } catch (URISyntaxException e) {
      // reported below
    }
    throw new Problem(Exit.USAGE, "'" + text + "' is not a server address; " + ADVICE);
  }
}
