package dev.reveille.server.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.Locale;
import java.util.Set;
import org.slf4j.LoggerFactory;

/** How much is logged. */
final class Logging {
  private static final Set<String> LEVELS = Set.of("error", "warn", "info", "debug");

  private Logging() {}

  static void level(String name) {
    var word = name.toLowerCase(Locale.ROOT);
    if (!LEVELS.contains(word)) {
      throw new SettingsException("LOG_LEVEL is " + name + ", but must be one of " + LEVELS);
    }
    if (LoggerFactory.getLogger("dev.reveille") instanceof Logger logger) {
      logger.setLevel(Level.toLevel(word));
    }
  }
}
