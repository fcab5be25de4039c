package dev.reveille.server.report;

import dev.reveille.server.observe.FacetPage.Question;

/** Reads numbers from the query of a page. */
final class PageNumbers {
  private PageNumbers() {}

  /** Returns a parameter, or another number if it is absent; -1 if it is no number. */
  static long of(Question question, String name, long absent) {
    return question
        .parameter(name)
        .map(text -> text.matches("[0-9]{1,15}") ? Long.parseLong(text) : -1L)
        .orElse(absent);
  }
}
