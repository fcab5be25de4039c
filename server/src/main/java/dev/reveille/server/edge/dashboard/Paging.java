package dev.reveille.server.edge.dashboard;

import dev.reveille.server.edge.http.Ask;
import java.util.Optional;

/** Reads the numbers of a query. A value that is no number counts as absent. */
final class Paging {
  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_LIMIT = 500;

  private Paging() {}

  static Optional<Long> number(Ask ask, String name) {
    return ask.parameter(name).flatMap(Paging::number);
  }

  /** Returns the number; empty if the text is no number or a negative one. */
  static Optional<Long> number(String text) {
    try {
      long value = Long.parseLong(text);
      return value < 0 ? Optional.empty() : Optional.of(value);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns the most rows of a page. */
  static int limit(Ask ask) {
    return Math.clamp(number(ask, "limit").orElse((long) DEFAULT_LIMIT), 1, MAX_LIMIT);
  }
}
