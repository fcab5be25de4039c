package dev.reveille.server.channel;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.limits.LoopGuard;
import dev.reveille.server.limits.ModerationConfig;
import dev.reveille.server.limits.Pace;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a member may speak in a channel now: slow mode and loops. Part of the channel cell. */
final class PostingLimits {
  /** The messages of a channel that can be answered, as far as loops go. */
  private static final int MEMORY = 256;

  private final String channel;
  private final Clock clock;
  private final LoopGuard.Limits limits;
  private final Pace pace = new Pace();
  private Duration interval;

  /** Made when the first message is addressed to somebody: most channels need none. */
  private @Nullable LoopGuard loops;

  PostingLimits(String channel, ModerationConfig config, Clock clock) {
    this.channel = channel;
    this.clock = clock;
    interval = config.rules(channel).slowMode();
    limits = config.loops();
  }

  void slowDown(long seconds) {
    interval = Duration.ofSeconds(seconds);
  }

  /** The answer to a message that has to wait; nothing if it is taken. */
  Optional<Step> holdBack(ChannelCommand.Post post) {
    var author = post.author();
    long now = clock.nanos();
    if (!interval.isZero() && !author.verified()) {
      var wait = pace.wait(author.agent(), interval, now);
      if (!wait.isZero()) {
        return Optional.of(
            Step.answer(
                new ChatAnswer.Refused(
                    ErrorCode.RATE_LIMITED,
                    "Slow mode in %s: one message per %d s; wait %s"
                        .formatted(channel, interval.toSeconds(), LoopNotice.seconds(wait)))));
      }
    }
    var looping = looping(post, now);
    if (looping.isPresent()) return looping;
    if (!interval.isZero()) pace.spoke(author.agent(), interval, now);
    return Optional.empty();
  }

  /** Returns how long slow mode holds back an agent's callback; if not at all, it has spoken. */
  Duration holdBack(String agent, boolean verified) {
    if (interval.isZero()) return Duration.ZERO;
    long now = clock.nanos();
    var wait = verified ? Duration.ZERO : pace.wait(agent, interval, now);
    if (wait.isZero()) pace.spoke(agent, interval, now);
    return wait;
  }

  private Optional<Step> looping(ChannelCommand.Post post, long now) {
    if (limits.off() || (post.mentions().isEmpty() && post.inReplyTo() == null)) {
      return Optional.empty();
    }
    var guard = loops;
    if (guard == null) {
      guard = new LoopGuard(limits, MEMORY);
      loops = guard;
    }
    var author = post.author();
    var said =
        new LoopGuard.Said(
            JsonText.quote(post.id()),
            author.agent(),
            author.verified(),
            post.inReplyTo(),
            post.mentions());
    return guard.judge(said, now) instanceof LoopGuard.Verdict.Wait wait
        ? Optional.of(LoopNotice.refused(wait, author.agent(), channel, clock.wallMillis()))
        : Optional.empty();
  }
}
