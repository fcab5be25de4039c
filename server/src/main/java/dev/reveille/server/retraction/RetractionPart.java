package dev.reveille.server.retraction;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.RetractionMessages;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.AgentPart;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.Replies;
import dev.reveille.server.chat.Request;
import dev.reveille.server.kernel.Step;
import java.util.List;

/** Handles RETRACT. A muted agent may take back what it said. Part of the agent cell. */
record RetractionPart(ChatParts chat) implements AgentPart {
  @Override
  public List<Request<?>> requests() {
    return List.of(Request.of(RetractionMessages.Retract.class, this::retract).orSide());
  }

  private Step retract(Agent agent, Body body, RetractionMessages.Retract asked) {
    if (!agent.rate().take(chat.clock().nanos())) {
      return Replies.error(
          body,
          ErrorCode.RATE_LIMITED,
          "Too fast: one message or retraction per "
              + chat.config().rateInterval().toMillis()
              + " ms");
    }
    return agent
        .calls()
        .to(RetractionCell.at(asked.msgId()), new RetractionCommand(body.session(), agent.id()))
        .nothingToUndo()
        .then(answer -> Replies.orError(body, answer, Step::none));
  }
}
