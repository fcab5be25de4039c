package dev.reveille.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Finds the folders of identities and of the server's data. */
final class ConfigFolder {
  private ConfigFolder() {}

  static Path identities(Map<String, String> env) {
    return config(env).resolve("reveille").resolve("identities");
  }

  /** Returns the folder of the tokens that {@code mcp install} made. */
  static Path tokens(Map<String, String> env) {
    return config(env).resolve("reveille").resolve("tokens");
  }

  /** Returns the folder of dead letters. */
  static Path mail(Map<String, String> env) {
    return config(env).resolve("reveille").resolve("mail");
  }

  /** Returns the folder of the user's settings of all programs. */
  static Path config(Map<String, String> env) {
    var base = env.getOrDefault("XDG_CONFIG_HOME", "");
    return base.isEmpty() ? home(env).resolve(".config") : Path.of(base);
  }

  /** Returns the data folder that the server uses by default. */
  static Path data(Map<String, String> env) {
    var told = env.getOrDefault("DATA_DIR", "");
    if (!told.isEmpty()) return Path.of(told);
    if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac")) {
      return home(env).resolve("Library/Application Support/Reveille");
    }
    var base = env.getOrDefault("XDG_DATA_HOME", "");
    return (base.isEmpty() ? home(env).resolve(".local/share") : Path.of(base)).resolve("reveille");
  }

  private static Path home(Map<String, String> env) {
    var home = env.getOrDefault("HOME", "");
    return Path.of(home.isEmpty() ? System.getProperty("user.home", ".") : home);
  }
}
