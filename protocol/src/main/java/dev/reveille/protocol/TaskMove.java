package dev.reveille.protocol;

import java.util.Optional;

/** A request that changes a task. */
public enum TaskMove {
  CLAIM,
  UPDATE,
  COMPLETE,
  FAIL,
  REJECT,
  GIVE_BACK,
  CANCEL,
  EXTEND;

  private static final String PREFIX = "TASK_";

  /** Returns the type on the wire. */
  public String type() {
    return PREFIX + name();
  }

  /** True if the owner makes this move, so that it may carry results. */
  public boolean isOwners() {
    return this != CLAIM && this != CANCEL && this != EXTEND;
  }

  /** Returns the move of a type on the wire; empty if it is another type. */
  public static Optional<TaskMove> of(String type) {
    for (var move : values()) {
      if (move.type().equals(type)) return Optional.of(move);
    }
    return Optional.empty();
  }
}
