package dev.reveille.server.seat;

import org.jspecify.annotations.Nullable;

/**
 * The wishes of a seat's agent for itself. It can only make the seat quieter.
 *
 * @param dailyWakes the most wakes per day; null = what people defined
 * @param quiet further quiet hours; null = none
 */
public record SeatWishes(@Nullable Integer dailyWakes, @Nullable QuietHours quiet) {
  public static final SeatWishes NONE = new SeatWishes(null, null);
}
