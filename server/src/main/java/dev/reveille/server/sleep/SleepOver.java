package dev.reveille.server.sleep;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;

/**
 * The time of a sleep is over.
 *
 * @param sleep the number of the sleep in its session
 */
public record SleepOver(SessionId session, long sleep) implements Command {}
