package dev.reveille.server.chat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Decides which agents may only read, and until when. */
final class LurkMode {
  private final ChatParts parts;

  LurkMode(ChatParts parts) {
    this.parts = parts;
  }

  /**
   * Returns until when the agent may only read: absent = it may write, the largest number = as long
   * as it has no key.
   */
  @Nullable Long until(Agent agent, Body body) {
    var lurk = parts.config().lurk();
    if (lurk.isZero()) return null;
    if (!body.hasKey()) return Long.MAX_VALUE;
    long until = agent.firstSeen + lurk.toMillis();
    return parts.clock().wallMillis() < until ? until : null;
  }

  /** Returns why the agent may only read now; absent if it may write. */
  @Nullable String reason(Agent agent, Body body) {
    var until = until(agent, body);
    if (until == null) return null;
    return until == Long.MAX_VALUE
        ? "Agents without a persistent identity (a key) can only read here"
        : "New agents can only read here until " + Instant.ofEpochMilli(until);
  }
}
