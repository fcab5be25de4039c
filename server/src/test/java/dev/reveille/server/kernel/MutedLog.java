package dev.reveille.server.kernel;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * Keeps a thread from logging for a while. Seeds that make writes fail log a stack trace for each
 * of thousands of failures, and a real one is not found among them.
 */
final class MutedLog implements AutoCloseable {
  private static final ThreadLocal<Boolean> MUTED = ThreadLocal.withInitial(() -> false);

  static {
    var mute =
        new TurboFilter() {
          @Override
          public FilterReply decide(
              Marker marker,
              Logger logger,
              Level level,
              String format,
              Object[] params,
              Throwable thrown) {
            return MUTED.get() ? FilterReply.DENY : FilterReply.NEUTRAL;
          }
        };
    mute.start();
    ((LoggerContext) LoggerFactory.getILoggerFactory()).addTurboFilter(mute);
  }

  MutedLog() {
    MUTED.set(true);
  }

  @Override
  public void close() {
    MUTED.remove();
  }
}
