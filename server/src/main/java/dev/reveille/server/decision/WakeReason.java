package dev.reveille.server.decision;

/**
 * A reason for or against a wake, in plain words. Each is stored by its name, which never changes.
 */
public enum WakeReason {
  HIGH_UNREAD(Kind.CAUSE, "mail of high priority is unread"),
  UNREAD(Kind.CAUSE, "mail is unread"),
  TASK_WAITING(Kind.CAUSE, "a task waits for it"),
  TASK_EXPIRED(Kind.CAUSE, "a task of it expired"),
  SOURCE_HAS_WORK(Kind.CAUSE, "a work source has something for it"),
  SESSION_ENDED(Kind.CAUSE, "its session declared its end, and the seat is to go on"),
  SESSION_FULL(Kind.CAUSE, "its session is full, and a fresh one goes on"),
  SESSION_CRASHED(Kind.CAUSE, "its process crashed"),
  START_CALLED_OFF(Kind.CAUSE, "its start was called off before it was tried"),
  START_FAILED(Kind.CAUSE, "its start failed, and nothing of it runs"),
  LIMIT_OVER(Kind.CAUSE, "the limit of its provider is over"),
  TIMER_DUE(Kind.CAUSE, "its own timer is due"),
  PERMISSION_ANSWERED(Kind.CAUSE, "a person answered its question"),
  TEAM_IDLE(Kind.CAUSE, "the whole team is idle and it is the coordinator"),
  ASKED(Kind.CAUSE, "an administrator asked for it"),

  NOTHING_TO_DO(Kind.OBSTACLE, "there is nothing to do"),
  SENSOR_UNKNOWN(Kind.OBSTACLE, "a sensor failed; unknown is not treated as zero or as work"),
  SENDER_SHARE_USED(Kind.OBSTACLE, "the sender used up its share of this seat's wakes"),
  NEVER_STARTED(Kind.OBSTACLE, "the seat was never started; a person starts it"),
  BOOTING(Kind.OBSTACLE, "a session is starting"),
  IN_TURN(Kind.OBSTACLE, "a turn runs; it sees the rest in its next turn"),
  LIMITED(Kind.OBSTACLE, "its provider refuses work until later"),
  LIMIT_UNKNOWN(Kind.OBSTACLE, "it is not known until when its provider refuses work"),
  LOST(Kind.OBSTACLE, "the seat cannot be seen; a person must look"),
  END_NOT_DECLARED(Kind.OBSTACLE, "its session ended without a declaration; it needs a reason"),
  SUCCESSOR_SOON(Kind.OBSTACLE, "its full session may still hand over"),
  CRASH_BACKOFF(Kind.OBSTACLE, "its process crashed a moment ago; it waits longer each time"),
  START_BACKOFF(Kind.OBSTACLE, "its start failed a moment ago; it waits longer each time"),
  CRASH_LOOP(Kind.OBSTACLE, "its process crashed several times in a row; a person must look"),
  STOPPED_BY_PERSON(Kind.OBSTACLE, "a person stopped it"),
  END_UNKNOWN(Kind.OBSTACLE, "it is not known how its session ended"),
  FRUITLESS_ENDS(Kind.OBSTACLE, "its last sessions ended without progress; it needs a reason"),
  BENCHED(Kind.OBSTACLE, "an administrator set the seat aside"),
  OPTED_OUT(Kind.OBSTACLE, "the agent or a person does not want it to be woken"),
  NOT_REACHABLE(Kind.OBSTACLE, "nothing can reach it: no open session and no usable adapter"),
  NUDGED_IN_VAIN(
      Kind.OBSTACLE, "it was nudged since it went idle and did nothing; a person must look"),
  MESSAGED_IN_VAIN(
      Kind.OBSTACLE, "its open session was told and nothing was heard of it; a person must look"),
  PRESENCE_UNKNOWN(Kind.OBSTACLE, "it is not known what its harness does; it waits for a turn"),
  APPROVAL_OPEN(Kind.OBSTACLE, "its harness shows a question to a person"),
  USER_TYPING(Kind.OBSTACLE, "a person types into its harness"),
  POLICY_SILENT(Kind.OBSTACLE, "the route says silent"),
  POLICY_NEXT_TURN(Kind.OBSTACLE, "the route says next turn"),
  ASLEEP(Kind.OBSTACLE, "the agent put itself to sleep until its own timer"),
  SLEEP_UNKNOWN(Kind.OBSTACLE, "it is not known if the agent put itself to sleep"),
  QUIET_HOURS(Kind.OBSTACLE, "the seat has quiet hours"),
  GATE_TRIPPED(Kind.OBSTACLE, "the gate tripped; a person resets it"),
  GATE_CLOSED(Kind.OBSTACLE, "a person closed the gate"),
  GATE_UNREADABLE(Kind.OBSTACLE, "the gate cannot be read, so it counts as tripped"),
  ACTION_IN_FLIGHT(Kind.OBSTACLE, "an earlier action is not settled"),
  TOO_SOON(Kind.OBSTACLE, "the last wake was a moment ago"),
  SAME_STATE(Kind.OBSTACLE, "it was woken for exactly this before"),
  BUDGET_USED(Kind.OBSTACLE, "its wakes of today are used up"),
  BUDGET_RESERVED(Kind.OBSTACLE, "its last wakes of today are kept for mail of high priority"),
  BUDGET_UNKNOWN(Kind.OBSTACLE, "it is not known how many wakes it had today"),
  CONTEXT_TOO_LARGE(Kind.OBSTACLE, "its session has too many tokens to be woken"),

  PRESENCE_GUESSED(
      Kind.WARNING, "nothing was heard of it for a while, but nobody saw its turn end"),
  CONTEXT_LARGE(Kind.WARNING, "its session has many tokens"),
  CONTEXT_UNKNOWN(Kind.WARNING, "it is not known how many tokens its session has"),
  PARTLY_UNKNOWN(Kind.WARNING, "another sensor failed"),
  GATE_OVERRIDDEN(Kind.WARNING, "an administrator overrode the gate");

  /** The part that a reason plays. */
  public enum Kind {
    /** It asks for a wake. */
    CAUSE,
    /** It forbids the wake. One is enough. */
    OBSTACLE,
    /** It changes nothing and is shown. */
    WARNING
  }

  private final Kind kind;
  private final String words;

  WakeReason(Kind kind, String words) {
    this.kind = kind;
    this.words = words;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the rest of a sentence that begins with "because". */
  public String words() {
    return words;
  }
}
