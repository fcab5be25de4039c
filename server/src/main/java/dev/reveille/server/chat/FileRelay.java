package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.List;

/**
 * Passes parts of files from agent to agent, as they are: not stored, not redacted, not repeated to
 * the sender. Part of the agent cell.
 */
final class FileRelay {
  private final AgentState state;
  private final ChatParts parts;
  private final Posting posting;

  FileRelay(AgentState state, ChatParts parts, Posting posting) {
    this.state = state;
    this.parts = parts;
    this.posting = posting;
  }

  Step chunk(AgentState.Body body, ClientMessage.FileChunk chunk) {
    var silenced = posting.silenced(body);
    if (silenced != null) return silenced;
    if (!state.chunks.take(parts.clock().nanos())) {
      return Replies.error(
          body,
          ErrorCode.RATE_LIMITED,
          "Too fast: one chunk per " + AgentState.CHUNK_INTERVAL.toMillis() + " ms");
    }
    var young = posting.tooYoung(body);
    if (young != null) return young;
    var targets = Targets.connected(parts.presence(), chunk.to());
    if (targets.size() != 1) return posting.nobody(body, chunk.to(), targets.size());
    var target = targets.getFirst();
    return Step.of(
        Unit.barrier(
            List.of(
                new ChatEffect.FromAgent(
                    state.id,
                    target.session(),
                    new ServerMessage.FileChunk(state.id, target.id(), chunk.content())))));
  }
}
