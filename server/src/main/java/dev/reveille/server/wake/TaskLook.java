package dev.reveille.server.wake;

import dev.reveille.server.decision.Reading;

/**
 * The tasks that concern an agent.
 *
 * @param waiting tasks that wait for the agent
 * @param expired tasks of the agent that expired not long ago
 * @param newest the last change of one of these, in wall milliseconds; 0 if there are none
 */
public record TaskLook(Reading waiting, Reading expired, long newest) {
  public static final TaskLook UNKNOWN = new TaskLook(Reading.UNKNOWN, Reading.UNKNOWN, 0);
}
