package dev.reveille.server.sleep;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;

/**
 * The time of a sleep is over.
 *
 * @param sleep which of the session's sleeps
 */
public record SleepOver(SessionId session, long sleep) implements Command {}
