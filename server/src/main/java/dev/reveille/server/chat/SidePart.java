package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.identity.StoredKey;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Handles the messages of an agent's side sessions. A side session speaks for the agent and gets
 * the answers to what it said. It is not the body: it is not present, receives nothing else and
 * displaces nobody. Rate, mutes and repeats count for the agent, whichever session speaks.
 */
final class SidePart implements AgentPart {
  private final ChatParts house;
  private final AgentParts parts;

  SidePart(ChatParts house, AgentParts parts) {
    this.house = house;
    this.parts = parts;
  }

  @Override
  public List<Told<?>> told() {
    return List.of(new Told<>(AgentCommand.FromSide.class, this::said));
  }

  /** Is answered when everything that the message led to is durable and its effects have run. */
  private Step said(Agent agent, AgentCommand.FromSide said) {
    var step =
        speaker(agent, said)
            .map(speaker -> parts.request(agent, speaker, said.message(), said.id()))
            .orElseGet(
                () ->
                    Replies.error(
                        said.session(), ErrorCode.NOT_ALLOWED, agent.id + " may not speak here"));
    return agent
        .calls()
        .then(step, () -> Step.answer(new ChatAnswer.Done(), Unit.barrier(List.of())));
  }

  /** Returns the agent as this session shows it; empty if the agent may not connect. */
  private Optional<Body> speaker(Agent agent, AgentCommand.FromSide said) {
    var key = key(agent);
    if (key == null || !parts.mayConnect(agent)) return Optional.empty();
    var body = agent.body;
    var clock = house.clock();
    long age = (clock.wallMillis() - agent.firstSeen) * 1_000_000;
    return Optional.of(
        new Body(
            said.session(),
            said.name(),
            key,
            null,
            body != null && body.verified(),
            true,
            false,
            List.of(),
            body == null ? agent.firstSeen : body.connectedAt(),
            body == null ? clock.nanos() - age : body.connectedNanos()));
  }

  /** Returns the agent's key; null if it has none. */
  private static @Nullable String key(Agent agent) {
    var body = agent.body;
    return body != null && body.hasKey()
        ? body.pubkey()
        : agent.ring.current().map(StoredKey::pubkey).orElse(agent.lastKey);
  }
}
