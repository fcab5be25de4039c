package dev.reveille.server.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.slf4j.LoggerFactory;

/** Sets the level and the target of the log. */
final class Logging {
  static final List<String> LEVELS = List.of("error", "warn", "info", "debug");

  /** The largest size of a log file, and how many older files stay. */
  private static final long MOST_BYTES = 10 << 20;

  private static final int KEPT = 3;

  private static final String CONSOLE = "stderr";

  private Logging() {}

  /** A redirected log. Closing it ends the redirection. */
  interface Diverted extends AutoCloseable {
    @Override
    void close();
  }

  static boolean isLevel(String name) {
    return LEVELS.contains(name.toLowerCase(Locale.ROOT));
  }

  static void level(String name) {
    var word = name.toLowerCase(Locale.ROOT);
    if (LoggerFactory.getLogger("dev.reveille") instanceof Logger logger) {
      logger.setLevel(Level.toLevel(word));
    }
  }

  /**
   * Logs to a file instead of standard error. Everything else that is written to {@link System#err}
   * goes there too, such as the trace of an uncaught exception.
   *
   * @throws SettingsException if the file cannot be written
   */
  static Diverted toFile(Path file) {
    try {
      return divert(new RotatingFile(file, MOST_BYTES, KEPT));
    } catch (IOException e) {
      throw new SettingsException(
          "LOG_FILE %s cannot be written (%s). Name a file that you can write to, or leave it empty."
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private static Diverted divert(RotatingFile file) {
    var usual = System.err;
    System.setErr(new PrintStream(file, true, StandardCharsets.UTF_8));
    if (!(LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME) instanceof Logger root)
        || !(root.getAppender(CONSOLE) instanceof OutputStreamAppender<ILoggingEvent> console)
        || !(console.getEncoder() instanceof PatternLayoutEncoder pattern)) {
      throw new IllegalStateException("logback.xml has no appender " + CONSOLE);
    }
    var encoder = new PatternLayoutEncoder();
    encoder.setContext(root.getLoggerContext());
    encoder.setPattern(pattern.getPattern());
    encoder.start();
    var appender = new OutputStreamAppender<ILoggingEvent>();
    appender.setContext(root.getLoggerContext());
    appender.setEncoder(encoder);
    appender.setOutputStream(file);
    appender.start();
    root.addAppender(appender);
    root.detachAppender(console);
    return () -> {
      root.addAppender(console);
      root.detachAppender(appender);
      appender.stop();
      System.setErr(usual);
      file.close();
    };
  }
}
