package dev.reveille.server.observe;

/**
 * The measurements of a minute or an hour, added up.
 *
 * @param at the wall time at which the slot begins
 * @param seconds how many seconds of the slot were measured
 * @param figures the text of {@link Figures}
 */
public record StoredNumbers(long at, long seconds, String figures) {}
