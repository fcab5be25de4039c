package dev.reveille.server.wake;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.WakeMessages;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.AgentPart;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.Posted;
import dev.reveille.server.chat.Replies;
import dev.reveille.server.chat.Request;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import java.util.List;
import java.util.function.Predicate;

/** Takes the proofs of a wake from its agent: the start of a turn, and what it says to others. */
final class WakePart implements AgentPart {
  private final Predicate<String> isInFlight;

  WakePart(Predicate<String> isInFlight) {
    this.isInFlight = isInFlight;
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(Request.of(WakeMessages.Started.class, this::started).orSide());
  }

  private Step started(Agent agent, Body body, WakeMessages.Started started) {
    if (!body.hasKey()) {
      return Replies.error(
          body, ErrorCode.SIGNATURE_REQUIRED, "Only an agent with a key has a seat");
    }
    return Step.of(
        Unit.barrier(
            List.of(
                new Tell(WakeCell.at(agent.id()), new WakeCommand.TurnBegan(started.nonce())),
                new DeliveryEffect.ToSession(
                    body.session(), new WakeMessages.StartNoted(started.nonce())))));
  }

  @Override
  public Step afterRelay(Agent agent, Body body, Posted posted) {
    if (!isInFlight.test(agent.id())) return Step.none();
    return Step.of(
        Unit.barrier(List.of(new Tell(WakeCell.at(agent.id()), new WakeCommand.Progressed()))));
  }
}
