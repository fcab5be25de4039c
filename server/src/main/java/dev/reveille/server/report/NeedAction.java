package dev.reveille.server.report;

import java.util.Locale;

/** Something that a person can do about a need, at the page. None is done by itself. */
enum NeedAction {
  /** Takes the seat back and starts it if nothing runs. */
  RESUME,
  /** Sets the seat aside: it is not woken until it is taken back. */
  BENCH,
  /** Asks for a wake of the seat. */
  WAKE,
  OPEN_GATE,
  /** Sets the need aside for eight hours. */
  LATER,
  /** A link to the task, where it is answered. */
  TASK,
  /** A link to the seat. */
  SEAT;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True if it is an order, false if it is only a link. */
  boolean isOrder() {
    return switch (this) {
      case RESUME, BENCH, WAKE, OPEN_GATE, LATER -> true;
      case TASK, SEAT -> false;
    };
  }
}
