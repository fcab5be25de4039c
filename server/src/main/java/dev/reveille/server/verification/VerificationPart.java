package dev.reveille.server.verification;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.AgentPart;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.Recipients;
import dev.reveille.server.chat.Replies;
import dev.reveille.server.chat.Request;
import dev.reveille.server.chat.Slot;
import dev.reveille.server.chat.Told;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Step;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Handles requests to verify another agent's key, and the answers. Part of the agent cell. The
 * request itself is a cell of its own, below both agents.
 */
public final class VerificationPart implements AgentPart {
  /** The most open requests of one agent. */
  static final int MAX_PENDING = 16;

  /** The open requests of the body. */
  private static final Slot<Set<String>> PENDING = new Slot<>(LinkedHashSet::new);

  private final ChatParts parts;

  public VerificationPart(ChatParts parts) {
    this.parts = parts;
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(
        Request.of(ClientMessage.VerifyRequest.class, this::ask),
        Request.of(ClientMessage.VerifyResponse.class, VerificationPart::answer));
  }

  @Override
  public List<Told<?>> told() {
    return List.of(
        new Told<>(
            RequestEnded.class,
            (agent, over) -> {
              forget(agent, over.requestId());
              return Step.none();
            }));
  }

  @Override
  public List<Calls<ChatAnswer>.Call> departing(Agent agent, Body body) {
    var pending = agent.find(PENDING);
    if (pending == null) return List.of();
    agent.clear(PENDING);
    var calls = new ArrayList<Calls<ChatAnswer>.Call>();
    for (var request : pending) {
      calls.add(
          agent
              .calls()
              .to(VerificationCell.at(request), new VerificationCommand.Drop())
              .nothingToUndo());
    }
    return calls;
  }

  private static void forget(Agent agent, String requestId) {
    var pending = agent.find(PENDING);
    if (pending != null) pending.remove(requestId);
  }

  private Step ask(Agent agent, Body body, ClientMessage.VerifyRequest request) {
    var found = parts.presence().agent(request.target());
    if (found.isEmpty()) {
      return Replies.error(
          body, ErrorCode.AGENT_NOT_FOUND, "No agent " + Recipients.brief(request.target()));
    }
    var target = found.get();
    if (!target.hasKey()) {
      return Replies.error(body, ErrorCode.NO_PUBKEY, target.id() + " has no key to prove");
    }
    if (target.token() != null) {
      return Replies.error(
          body,
          ErrorCode.NO_PUBKEY,
          target.id() + " came by a token; the server keeps its key, so it can prove nothing");
    }
    if (agent.slot(PENDING).size() >= MAX_PENDING) {
      return Replies.error(
          body, ErrorCode.RATE_LIMITED, "At most " + MAX_PENDING + " verifications at once");
    }
    var id = parts.ids().verification();
    agent.slot(PENDING).add(id);
    return agent
        .calls()
        .to(
            VerificationCell.at(id),
            new VerificationCommand.Ask(
                agent.id(), body.session(), target.id(), target.session(), request.nonce()))
        .nothingToUndo()
        .then(
            answer -> {
              if (answer instanceof ChatAnswer.Refused) forget(agent, id);
              return Replies.orError(body, answer, Step::none);
            });
  }

  private static Step answer(Agent agent, Body body, ClientMessage.VerifyResponse response) {
    var pubkey = body.pubkey();
    if (pubkey == null) {
      return Replies.error(
          body, ErrorCode.SIGNATURE_REQUIRED, "An agent without a key has nothing to prove");
    }
    return agent
        .calls()
        .to(
            VerificationCell.at(response.requestId()),
            new VerificationCommand.Prove(
                agent.id(), body.session(), pubkey, response.nonce(), response.sig()))
        .nothingToUndo()
        .then(answer -> Replies.orError(body, answer, Step::none));
  }
}
