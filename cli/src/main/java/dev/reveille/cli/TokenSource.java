package dev.reveille.cli;

import dev.reveille.client.ClientBuilder;
import dev.reveille.protocol.TokenText;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the token of a command: in a file or the environment. It is never an argument, because
 * other users of the machine see arguments.
 */
final class TokenSource {
  static final String VARIABLE = "REVEILLE_TOKEN";
  static final String FILE_VARIABLE = "REVEILLE_TOKEN_FILE";

  private static final int MAX_FILE = 4096;

  private TokenSource() {}

  /** Returns the token of the file, else that of the environment; empty if there is none. */
  static Optional<String> find(Terminal terminal, @Nullable Path file) {
    if (file != null) return Optional.of(read(terminal, file));
    var set = terminal.env().getOrDefault(VARIABLE, "").strip();
    if (!set.isEmpty()) return Optional.of(checked(set, "$" + VARIABLE));
    var named = terminal.env().getOrDefault(FILE_VARIABLE, "").strip();
    return named.isEmpty() ? Optional.empty() : Optional.of(read(terminal, Path.of(named)));
  }

  /** Ends the command if others could read a token on its way to this address. */
  static void requireConfidential(URI uri) {
    if (!ClientBuilder.mayCarryToken(uri)) {
      throw new Problem(Exit.FAILED, "A token is not sent to " + uri + " in clear text. Use wss.");
    }
  }

  private static String read(Terminal terminal, Path file) {
    try {
      if (Files.size(file) <= MAX_FILE) {
        var token = checked(Files.readString(file).strip(), file.toString());
        if (IdentityFile.isOpenToOthers(file)) {
          terminal.warn("Other users can read the token; run: chmod 600 '" + file + "'");
        }
        return token;
      }
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot read the token in " + file + ".", e);
    }
    throw noToken(file.toString());
  }

  private static String checked(String text, String place) {
    if (TokenText.parse(text).isEmpty()) throw noToken(place);
    return text;
  }

  private static Problem noToken(String place) {
    return new Problem(
        Exit.FAILED,
        "There is no token in "
            + place
            + ", or it is damaged. A token begins with "
            + TokenText.PREFIX
            + ". Make one with: reveille token new");
  }
}
