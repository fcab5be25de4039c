package dev.reveille.server.kernel;

/**
 * A stored timer is due. Its {@link TimerKind} makes the owner's command of it.
 *
 * @param at when it was due, in wall milliseconds
 * @param payload what it was set with
 * @param note what its feature noted with a {@link TimerEffect} since the process started; 0 at
 *     first
 * @param version tells it from timers that had the same name in this process
 */
public record TimerDue(TimerId timer, long at, String payload, int note, int version)
    implements Command {}
