package dev.reveille.server.task;

import dev.reveille.protocol.TaskState;
import java.util.Locale;

/** An event in the life of a task: the word in its log, and how a person says it. */
enum TaskHappening {
  CREATED("%s created it for %s"),
  CLAIMED("%s took it"),
  UPDATED("%s added to it"),
  INPUT_REQUIRED("%s asks for input"),
  AUTH_REQUIRED("%s asks for a permission"),
  RESUMED("%s lets the work go on"),
  COMPLETED("%s completed it"),
  FAILED("%s says that it failed"),
  REJECTED("%s rejected it"),
  GIVEN_BACK("%s gave it back"),
  CANCELED("%s canceled it"),
  EXPIRED("its time is over"),
  EXTENDED("%s gave it more time"),
  RELINKED("%s changed what it waits for"),
  UNBLOCKED("a task that it waited for is completed"),
  BLOCKER_ENDED("a task that it waits for ended and will not be completed");

  private final String words;
  private final String word = name().toLowerCase(Locale.ROOT);

  TaskHappening(String words) {
    this.words = words;
  }

  /** Returns the word in the log and on the wire. */
  String word() {
    return word;
  }

  /** Returns the sentence about it, for people. */
  String said(String actor, String target) {
    return words.formatted(actor, target);
  }

  /** True if it begins a time in which agents may claim the task, unless the task is blocked. */
  boolean isOffer() {
    return this == CREATED || this == GIVEN_BACK;
  }

  /** Returns what it is when an agent brings a task from one state to another. */
  static TaskHappening of(TaskState from, TaskState to) {
    if (from == to) return UPDATED;
    return switch (to) {
      case SUBMITTED -> GIVEN_BACK;
      case WORKING -> from == TaskState.SUBMITTED ? CLAIMED : RESUMED;
      case INPUT_REQUIRED -> INPUT_REQUIRED;
      case AUTH_REQUIRED -> AUTH_REQUIRED;
      case COMPLETED -> COMPLETED;
      case FAILED -> FAILED;
      case CANCELED -> CANCELED;
      case REJECTED -> REJECTED;
      case EXPIRED -> EXPIRED;
    };
  }
}
