package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.limits.TokenBucket;
import java.time.Duration;
import java.util.List;

/**
 * Relays parts of files from agent to agent unchanged: not stored, not redacted, not echoed to the
 * sender. Part of the agent cell.
 */
final class FilePart implements AgentPart {
  /** The least time between two file parts of one agent. */
  private static final Duration INTERVAL = Duration.ofMillis(100);

  private static final Slot<TokenBucket> CHUNKS = new Slot<>(() -> new TokenBucket(INTERVAL, 1));

  private final ChatParts parts;

  FilePart(ChatParts parts) {
    this.parts = parts;
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(Request.of(ClientMessage.FileChunk.class, this::chunk));
  }

  private Step chunk(Agent agent, Body body, ClientMessage.FileChunk chunk) {
    var silenced = agent.mayNotSpeak(body);
    if (silenced.isPresent()) return silenced.get();
    if (!agent.slot(CHUNKS).take(parts.clock().nanos())) {
      return Replies.error(
          body, ErrorCode.RATE_LIMITED, "Too fast: one chunk per " + INTERVAL.toMillis() + " ms");
    }
    var young = DirectPosting.tooYoung(parts, body);
    if (young != null) return young;
    var targets = Recipients.connected(parts.presence(), chunk.to());
    if (targets.size() != 1) {
      var ids = targets.stream().map(Presence.Agent::id).toList();
      return Replies.nobody(body, chunk.to(), ids);
    }
    var target = targets.getFirst();
    return Step.of(
        Unit.barrier(
            List.of(
                new DeliveryEffect.FromAgent(
                    agent.id,
                    target.session(),
                    new ServerMessage.FileChunk(agent.id, target.id(), chunk.content())))));
  }
}
