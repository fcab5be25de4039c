package dev.reveille.server.channel;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.limits.LoopGuard;
import dev.reveille.server.store.AppendEvent;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the messages and events about a loop. */
public final class LoopNotice {
  private LoopNotice() {}

  /**
   * Refuses one message.
   *
   * @param channel absent for direct messages
   */
  public static Step refused(
      LoopGuard.Verdict.Wait wait, String author, @Nullable String channel, long at) {
    var ring = String.join(" ", wait.ring());
    var answer =
        new ChatAnswer.Refused(
            ErrorCode.RATE_LIMITED,
            "These agents answer each other in a loop: "
                + ring
                + ". Not sent; wait "
                + seconds(wait.delay())
                + " before the next answer");
    if (!wait.begins()) return Step.answer(answer);
    var event =
        new AppendEvent(
            at, "loop.slowed", author, channel, ring + " wait " + seconds(wait.delay()));
    return Step.answer(answer, Unit.bestEffort(List.of(event), List.of()));
  }

  /**
   * Returns the wait in seconds, rounded up, so that an agent that waits this long has waited
   * enough.
   */
  static String seconds(Duration wait) {
    long millis = wait.plusNanos(999_999).toMillis();
    return (millis + 999) / 1000 + " s";
  }
}
