package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Step;

/**
 * Asking another agent to prove that it has its key, and answering. Part of the agent cell; the
 * request itself is a cell of its own, below both agents.
 */
final class Proving {
  /** Requests of one agent that may await their outcome. */
  static final int MAX_PENDING = 16;

  private final AgentState state;
  private final ChatParts parts;
  private final Calls<ChatAnswer> calls;

  Proving(AgentState state, ChatParts parts, Calls<ChatAnswer> calls) {
    this.state = state;
    this.parts = parts;
    this.calls = calls;
  }

  Step ask(AgentState.Body body, ClientMessage.VerifyRequest request) {
    var found = parts.presence().agent(request.target());
    if (found.isEmpty()) {
      return Replies.error(
          body, ErrorCode.AGENT_NOT_FOUND, "No agent " + Posting.brief(request.target()));
    }
    var target = found.get();
    if (!target.hasKey()) {
      return Replies.error(body, ErrorCode.NO_PUBKEY, target.id() + " has no key to prove");
    }
    if (state.changeSeldom().proofs().size() >= MAX_PENDING) {
      return Replies.error(
          body, ErrorCode.RATE_LIMITED, "At most " + MAX_PENDING + " verifications at once");
    }
    var id = parts.ids().verification();
    state.changeSeldom().proofs().add(id);
    return calls
        .to(
            Cells.verification(id),
            new VerificationCommand.Ask(
                state.id, body.session(), target.id(), target.session(), request.nonce()))
        .nothingToUndo()
        .then(
            answer -> {
              if (answer instanceof ChatAnswer.Refused) state.changeSeldom().proofs().remove(id);
              return Rooms.orError(body, answer, Step::none);
            });
  }

  Step answer(AgentState.Body body, ClientMessage.VerifyResponse response) {
    var pubkey = body.pubkey();
    if (pubkey == null) {
      return Replies.error(
          body, ErrorCode.SIGNATURE_REQUIRED, "An agent without a key has nothing to prove");
    }
    return calls
        .to(
            Cells.verification(response.requestId()),
            new VerificationCommand.Prove(
                state.id, body.session(), pubkey, response.nonce(), response.sig()))
        .nothingToUndo()
        .then(answer -> Rooms.orError(body, answer, Step::none));
  }

  /** The outcome is known. */
  Step over(String requestId) {
    state.changeSeldom().proofs().remove(requestId);
    return Step.none();
  }
}
