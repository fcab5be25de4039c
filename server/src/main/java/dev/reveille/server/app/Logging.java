package dev.reveille.server.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import java.util.Locale;
import org.slf4j.LoggerFactory;

/** How much is logged. */
final class Logging {
  static final List<String> LEVELS = List.of("error", "warn", "info", "debug");

  private Logging() {}

  static boolean isLevel(String name) {
    return LEVELS.contains(name.toLowerCase(Locale.ROOT));
  }

  static void level(String name) {
    var word = name.toLowerCase(Locale.ROOT);
    if (LoggerFactory.getLogger("dev.reveille") instanceof Logger logger) {
      logger.setLevel(Level.toLevel(word));
    }
  }
}
