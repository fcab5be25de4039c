package dev.reveille.server.app;

import com.typesafe.config.Config;
import dev.reveille.server.admin.AdminRules;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The settings of administration, read and checked once. Its keys are never printed. */
final class AdminSettings {
  /** A shorter key could be guessed over time. */
  private static final int SHORTEST_KEY = 16;

  private static final Set<String> OFF = Set.of("false", "0");
  private static final Set<String> ON = Set.of("", "true", "1");

  private final Optional<String> key;
  private final Optional<String> allowlistKey;
  private final AdminRules rules;
  private final Path bansFile;
  private final Path allowlistFile;
  private final Optional<Path> auditFile;

  /**
   * @param config the {@code reveille} section
   * @throws SettingsException with one sentence that names what is wrong
   */
  AdminSettings(Config config, Path dataFolder) {
    var admin = config.getConfig("admin");
    key = text(admin, "key");
    allowlistKey = text(admin, "allowlist-key");
    boolean enabled = admin.getBoolean("allowlist-enabled");
    boolean strict = admin.getBoolean("allowlist-strict");
    if (strict && !enabled) {
      throw new SettingsException(
          "ALLOWLIST_STRICT without ALLOWLIST_ENABLED=true would let everybody in; set both or"
              + " neither");
    }
    var log = admin.getString("audit-log").strip();
    var word = log.toLowerCase(Locale.ROOT);
    rules = new AdminRules(enabled, strict, !OFF.contains(word));
    auditFile =
        OFF.contains(word) || ON.contains(word)
            ? Optional.empty()
            : Optional.of(file(dataFolder, log, "AUDIT_LOG"));
    bansFile = dataFolder.resolve("bans.json");
    allowlistFile =
        text(admin, "allowlist-file")
            .map(name -> file(dataFolder, name, "ALLOWLIST_FILE"))
            .orElse(dataFolder.resolve("allowlist.json"));
  }

  private static Optional<String> text(Config admin, String name) {
    return Optional.of(admin.getString(name).strip()).filter(value -> !value.isEmpty());
  }

  private static Path file(Path dataFolder, String name, String variable) {
    try {
      return dataFolder.resolve(name);
    } catch (InvalidPathException e) {
      throw new SettingsException(variable + " is no name of a file", e);
    }
  }

  /** Returns the key that a person set; empty = the server makes its own. */
  Optional<String> key() {
    return key;
  }

  /** True if a person set a key that is so short that somebody might guess it. */
  boolean keyIsShort() {
    return key.filter(AdminSettings::isShort).isPresent()
        || allowlistKey.filter(AdminSettings::isShort).isPresent();
  }

  private static boolean isShort(String key) {
    return key.length() < SHORTEST_KEY;
  }

  /**
   * Refuses a short key if other machines can try it.
   *
   * @param where the name of the setting
   * @throws SettingsException that says how to make a longer key
   */
  static void refuseShort(String where, String key) {
    if (!isShort(key)) return;
    throw new SettingsException(
        where
            + " has "
            + key.length()
            + " characters, which can be guessed by whoever reaches this port. It needs "
            + SHORTEST_KEY
            + " at least; make a random one with: openssl rand -hex 16. Or listen on this machine"
            + " alone (HOST=127.0.0.1).");
  }

  Optional<String> allowlistKey() {
    return allowlistKey;
  }

  AdminRules rules() {
    return rules;
  }

  Path bansFile() {
    return bansFile;
  }

  Path allowlistFile() {
    return allowlistFile;
  }

  /** Returns the file that gets the audit as JSON lines, if there is one. */
  Optional<Path> auditFile() {
    return auditFile;
  }
}
