package dev.reveille.cli;

import dev.reveille.server.app.Settings;
import dev.reveille.server.app.SettingsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which data folder is meant. It is found as {@code up} finds it. */
final class FolderOptions {
  @Option(
      names = "--data-dir",
      paramLabel = "FOLDER",
      description =
          "The server's data folder. Default: $$DATA_DIR, else the user's folder for application"
              + " data.")
  @Nullable Path dataDir;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "A configuration file. Default: $$REVEILLE_CONFIG, else reveille.conf in the"
              + " data folder.")
  @Nullable Path config;

  /** Fails if an option is empty or the configuration file cannot be read. */
  void check() {
    if (dataDir != null && dataDir.toString().isBlank()) {
      throw new Problem(Exit.USAGE, "--data-dir is empty; name a folder.");
    }
    if (config != null && config.toString().isBlank()) {
      throw new Problem(Exit.USAGE, "--config is empty; name a file.");
    }
    if (config != null && !(Files.isRegularFile(config) && Files.isReadable(config))) {
      throw new Problem(Exit.FAILED, "Cannot read the configuration file " + config + ".");
    }
  }

  Path folder(Map<String, String> env) {
    check();
    var set = new HashMap<>(env);
    if (dataDir != null) set.put("DATA_DIR", dataDir.toAbsolutePath().toString());
    try {
      return Settings.dataFolder(config, set).toAbsolutePath().normalize();
    } catch (SettingsException e) {
      throw new Problem(Exit.FAILED, String.valueOf(e.getMessage()), e);
    }
  }

  /** Returns the same options as text, for a command that a person is told to run. */
  String again() {
    return (dataDir == null ? "" : " --data-dir " + quoted(dataDir))
        + (config == null ? "" : " --config " + quoted(config));
  }

  private static String quoted(Path path) {
    var text = path.toString();
    return text.matches("[\\w./@%+:,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
