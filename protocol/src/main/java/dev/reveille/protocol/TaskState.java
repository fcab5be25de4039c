package dev.reveille.protocol;

import java.util.Optional;

/**
 * The state of a task. All but {@link #EXPIRED} are states of A2A 1.0 under the same name, without
 * its prefix {@code TASK_STATE_}.
 */
public enum TaskState {
  /** Nobody works on it yet. */
  SUBMITTED,
  /** Its owner works on it. */
  WORKING,
  /** Its owner waits for an answer of the originator. */
  INPUT_REQUIRED,
  /** Its owner waits for a permission or a secret. */
  AUTH_REQUIRED,
  COMPLETED,
  FAILED,
  CANCELED,
  REJECTED,
  /** Its time was over before it ended. */
  EXPIRED;

  /** True if the task has ended. Such a state never changes. */
  public boolean isOver() {
    return compareTo(COMPLETED) >= 0;
  }

  /** Returns the state of a name; empty if there is none. */
  public static Optional<TaskState> of(String name) {
    for (var state : values()) {
      if (state.name().equals(name)) return Optional.of(state);
    }
    return Optional.empty();
  }
}
