package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.channel.ChannelsQuery;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Handles the messages of an agent's sessions in order. A message of the body or of a side session
 * goes to the part that answers its type. A message of another session is ignored: that session was
 * displaced or closed and is late, or it waits to take over.
 */
final class SessionPart implements AgentPart {
  /** The requests that every session may send, also one that waits. */
  private static final Map<Class<? extends ClientMessage>, Function<SessionId, Step>> ANYBODY =
      Map.of(
          ClientMessage.Ping.class,
          session -> Replies.reply(session, new ServerMessage.Pong()),
          ClientMessage.ListChannels.class,
          session ->
              Step.of(
                  Unit.barrier(List.of(new DeliveryEffect.LookUp(session, new ChannelsQuery())))));

  private final AgentParts parts;

  SessionPart(AgentParts parts) {
    this.parts = parts;
  }

  @Override
  public List<Told<?>> told() {
    return List.of(
        new Told<>(AgentCommand.FromClient.class, this::fromClient),
        new Told<>(
            AgentCommand.Refuse.class,
            (agent, refuse) ->
                isDisplaced(agent, refuse.session())
                    ? Step.none()
                    : Replies.error(refuse.session(), refuse.code(), refuse.reason())),
        new Told<>(
            AgentCommand.Say.class,
            (agent, say) ->
                isDisplaced(agent, say.session())
                    ? Step.none()
                    : Replies.reply(say.session(), say.message())),
        new Told<>(
            AgentCommand.Await.class,
            (_, _) -> Step.answer(new ChatAnswer.Done(), Unit.barrier(List.of()))),
        new Told<>(AgentCommand.Expel.class, (_, expel) -> Step.of(Unit.barrier(expel.effects()))));
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(
        Request.of(ClientMessage.Identify.class, (_, body, _) -> alreadyIdentified(body)).orGuest(),
        Request.of(ClientMessage.VerifyIdentity.class, (_, body, _) -> alreadyIdentified(body))
            .orGuest());
  }

  private static Step alreadyIdentified(Body body) {
    return Replies.error(body, ErrorCode.INVALID_MSG, "Already identified");
  }

  private Step fromClient(Agent agent, AgentCommand.FromClient said) {
    var session = said.session();
    var message = said.message();
    var anybody = ANYBODY.get(message.getClass());
    if (anybody != null) return anybody.apply(session);
    var speaker = parts.speaker(agent, session);
    if (speaker == null) {
      return session.equals(agent.waiting) && !said.isHint()
          ? Replies.error(session, ErrorCode.AUTH_REQUIRED, "Must IDENTIFY first")
          : Step.none();
    }
    if (said.absent().equals(AbsentAgents.NONE)) {
      return parts.request(agent, speaker, message, said.id());
    }
    agent.absent = said.absent();
    return agent
        .calls()
        .then(
            parts.request(agent, speaker, message, said.id()),
            () -> {
              agent.absent = AbsentAgents.NONE;
              return Step.none();
            });
  }

  private static boolean isDisplaced(Agent agent, SessionId session) {
    return !session.equals(agent.waiting) && !agent.speaks(session);
  }
}
