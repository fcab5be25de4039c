package dev.reveille.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The expiry of a task, as a client says it: at a time, or after a while.
 *
 * @param at milliseconds since 1970
 * @param in seconds from now
 */
public record TaskExpiry(@Nullable Long at, @Nullable Long in) {
  /** The task does not expire. */
  public static final TaskExpiry NEVER = new TaskExpiry(null, null);

  public static TaskExpiry after(long seconds) {
    return new TaskExpiry(null, seconds);
  }

  /** Returns the time in milliseconds since 1970; null if the task does not expire. */
  public @Nullable Long from(long now) {
    return in == null ? at : (Long) (now + in * 1_000);
  }

  static TaskExpiry read(Fields f) throws InvalidMessage {
    var at = f.seq("expires_at");
    var in = f.seq("expires_in");
    if (at != null && in != null) {
      throw new InvalidMessage("Invalid expires_in: send expires_at or expires_in, not both");
    }
    if (in != null && (in < 1 || in > TaskLimits.EXPIRES_IN)) {
      throw new InvalidMessage("Invalid expires_in: 1-" + TaskLimits.EXPIRES_IN + " seconds");
    }
    return new TaskExpiry(at, in);
  }

  void write(JsonText json) {
    if (at != null) json.field("expires_at", at);
    if (in != null) json.field("expires_in", in);
  }
}
