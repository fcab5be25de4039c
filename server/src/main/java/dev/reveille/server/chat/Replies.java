package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.List;

/** Answers to a session that change nothing, in their place among the others. */
final class Replies {
  private Replies() {}

  static Step reply(SessionId session, ServerMessage message) {
    return Step.of(Unit.barrier(List.of(new ChatEffect.ToSession(session, message))));
  }

  static Step error(SessionId session, ErrorCode code, String reason) {
    return reply(session, new ServerMessage.Failure(code, reason));
  }

  static Step error(AgentState.Body body, ErrorCode code, String reason) {
    return error(body.session(), code, reason);
  }
}
