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

/** Decides if a member may post in a channel now: slow mode and loops. Part of the channel cell. */
final class PostingLimits {
  /** The number of messages of a channel that the loop guard remembers. */
  private static final int REMEMBERED_MESSAGES = 256;

  private final String channel;
  private final Clock clock;
  private final LoopGuard.Limits limits;
  private final Pace pace = new Pace();
  private Duration interval;

  /** Created with the first message that is addressed to somebody: most channels need none. */
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

  /** Returns the answer to a message that has to wait; empty if the message is accepted. */
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

  /**
   * Returns how long slow mode delays an agent's callback. If it does not, the callback counts as a
   * message of the agent.
   */
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
      guard = new LoopGuard(limits, REMEMBERED_MESSAGES);
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
