package dev.reveille.client.csma;

import dev.reveille.protocol.ServerMessage;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pending checks, at most one per channel, and how far each channel was judged.
 *
 * <p>Not thread-safe: owned by the thread that hands over what the agent hears.
 */
final class Checks {
  /** A callback that has not come this long after its time is taken for lost. */
  static final Duration GRACE = Duration.ofSeconds(5);

  /**
   * A fire that comes earlier than this before its time belongs to a check that was put off since.
   */
  static final Duration SLACK = Duration.ofMillis(100);

  static final int MAX_CHANNELS = 1_000;

  /**
   * A message that waits for its answer.
   *
   * @param deferrals how often it gave way before
   * @param dueMillis when the callback is to fire, on the agent's clock
   * @param timed whether the server is believed to fire it
   */
  record Check(
      ServerMessage.Msg question, List<String> tags, int deferrals, long dueMillis, boolean timed) {
    private long overdueMillis() {
      return timed ? dueMillis + GRACE.toMillis() : dueMillis;
    }

    private Check untimed() {
      return new Check(question, tags, deferrals, dueMillis, false);
    }
  }

  /** The last message that a judgement has seen. A channel begun anew has later times. */
  private record Mark(long seq, long ts) {}

  private final Map<String, Check> pending = new LinkedHashMap<>();
  private final Map<String, Mark> judged =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Mark> longestUnused) {
          return size() > MAX_CHANNELS;
        }
      };

  boolean isPending(String channel) {
    return pending.containsKey(channel);
  }

  boolean isFull() {
    return pending.size() >= MAX_CHANNELS;
  }

  void put(Check check) {
    pending.remove(check.question().to()); // so that the newest is the last
    pending.put(check.question().to(), check);
  }

  /** Notes that no callback comes for this channel's check. */
  void untimed(String channel) {
    pending.computeIfPresent(channel, (_, check) -> check.untimed());
  }

  /** Marks the newest timed check as untimed and returns it. */
  Optional<Check> newestUntimed() {
    Check newest = null;
    for (var check : pending.values()) {
      if (check.timed()) newest = check;
    }
    if (newest != null) untimed(newest.question().to());
    return Optional.ofNullable(newest);
  }

  /** Takes the check that a fire is for: two channels may have a message of one millisecond. */
  Optional<Check> takeFired(long replyTo, long nowMillis) {
    return take(
        pending.values().stream()
            .filter(c -> c.question().ts() == replyTo)
            .filter(c -> c.dueMillis() - nowMillis <= SLACK.toMillis())
            .min(Comparator.comparingLong(Check::dueMillis))
            .orElse(null));
  }

  /** Removes and returns the first check whose callback is overdue. */
  Optional<Check> takeOverdue(long nowMillis) {
    return take(
        pending.values().stream()
            .filter(c -> c.overdueMillis() - nowMillis <= 0)
            .min(Comparator.comparingLong(Check::overdueMillis))
            .orElse(null));
  }

  private Optional<Check> take(@Nullable Check check) {
    if (check != null) pending.remove(check.question().to());
    return Optional.ofNullable(check);
  }

  /** Returns the time until a check is overdue, or empty if none is pending. */
  Optional<Duration> untilOverdue(long nowMillis) {
    return pending.values().stream()
        .map(c -> Duration.ofMillis(Math.max(0, c.overdueMillis() - nowMillis)))
        .min(Comparator.naturalOrder());
  }

  /** Notes that a judgement has seen the channel up to this seq. */
  void judged(String channel, long seq, long ts) {
    judged.put(channel, new Mark(seq, ts));
  }

  boolean isJudged(ServerMessage.Msg message) {
    var mark = judged.get(message.to());
    return mark != null && message.seq() <= mark.seq() && message.ts() <= mark.ts();
  }
}
