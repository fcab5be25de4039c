package dev.reveille.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a moment of the past: {@code 22:00} (the last time that the clock showed it here), {@code
 * 2026-11-18T03:00:00Z}, or a span before now such as {@code 8h}.
 */
final class PastMoment implements ITypeConverter<Instant> {
  @Override
  public Instant convert(String text) {
    return of(text, Instant.now(), ZoneId.systemDefault());
  }

  static Instant of(String text, Instant now, ZoneId zone) {
    try {
      if (text.contains("T")) return Instant.parse(text);
      if (text.contains(":")) {
        var here = now.atZone(zone);
        var today = here.toLocalDate().atTime(LocalTime.parse(text)).atZone(zone);
        var last = today.isAfter(here) ? today.minusDays(1) : today;
        return last.toInstant();
      }
      Duration span = new TimeSpan().convert(text);
      return now.minus(span);
    } catch (DateTimeException | TypeConversionException e) {
      throw new TypeConversionException(
          "'" + text + "' is no time (use 22:00, 2026-11-18T03:00:00Z or a span such as 8h)");
    }
  }
}
