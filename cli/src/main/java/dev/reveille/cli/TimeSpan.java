package dev.reveille.cli;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a time span of the command line: {@code 10}, {@code 10s}, {@code 500ms}, {@code 2m}, {@code
 * 7d}.
 */
final class TimeSpan implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)?");

  /** Returns a span as it is typed: 2m, 90s, 500ms. */
  static String text(Duration span) {
    if (span.toMillis() % 1000 != 0) return span.toMillis() + "ms";
    long seconds = span.toSeconds();
    if (seconds % 3600 == 0 && seconds > 0) return seconds / 3600 + "h";
    return seconds % 60 == 0 && seconds > 0 ? seconds / 60 + "m" : seconds + "s";
  }

  @Override
  public Duration convert(String text) {
    var match = FORM.matcher(text);
    if (!match.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a time span (use seconds, or 500ms, 10s, 2m, 1h, 7d)");
    }
    long n = Long.parseLong(match.group(1));
    var unit = match.group(2) == null ? "s" : match.group(2);
    return switch (unit) {
      case "ms" -> Duration.ofMillis(n);
      case "m" -> Duration.ofMinutes(n);
      case "h" -> Duration.ofHours(n);
      case "d" -> Duration.ofDays(n);
      default -> Duration.ofSeconds(n);
    };
  }
}
