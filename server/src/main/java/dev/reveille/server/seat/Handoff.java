package dev.reveille.server.seat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The handoff of a session to the next one of its identity. The texts are the agent's: data, never
 * instructions of the server.
 *
 * @param session the session that left it; null if the agent had none
 * @param number rises with each handoff of the identity
 * @param author who wrote it
 * @param done what was done
 * @param next what is next
 * @param questions what is open
 * @param workedOn what was worked on last: ids of tasks, names of channels
 */
public record Handoff(
    String identity,
    @Nullable String session,
    long number,
    long at,
    Author author,
    String done,
    String next,
    String questions,
    List<String> workedOn) {
  /** The author of a handoff. */
  public enum Author {
    AGENT,
    HARNESS,
    /** The worker that consolidates what a session left. */
    DREAM
  }

  public Handoff {
    workedOn = List.copyOf(workedOn);
  }
}
