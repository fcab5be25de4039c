package dev.reveille.server.delivery;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Bus;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.store.Store;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends what is durable to the sessions of this node: carries out {@link DeliveryEffect}.
 *
 * <p>Called in commit order from one thread, the effects thread. It knows no feature: a gate may
 * hold messages back, mutes may drop them, lookups answer questions.
 */
public final class Delivery {
  /**
   * The topic on which a channel's messages are published to the nodes that may have members:
   * {@link DeliveryEffect.Fanout}.
   */
  public static final String FANOUT = "chat.fanout";

  /**
   * The parts that delivery uses.
   *
   * @param replied called for each session whose request was answered
   */
  public record Parts(
      Clock clock,
      Store store,
      Presence presence,
      Bus bus,
      Outlets outlets,
      Gate gate,
      Mutes mutes,
      Audiences audiences,
      RecentFrames recent,
      Lookups lookups,
      Consumer<SessionId> replied) {}

  private final Parts parts;
  private final Outlets outlets;
  private final Gate gate;

  public Delivery(Parts parts) {
    this.parts = parts;
    outlets = parts.outlets();
    gate = parts.gate();
    var _ =
        parts
            .bus()
            .subscribe(
                FANOUT,
                hint -> {
                  if (hint instanceof DeliveryEffect.Fanout fanout) fanOut(fanout);
                });
  }

  public List<EffectPart<?>> effects() {
    return List.of(
        new EffectPart<>(DeliveryEffect.Fanout.class, e -> parts.bus().publish(FANOUT, e)),
        new EffectPart<>(
            DeliveryEffect.ToSession.class, e -> outlets.send(e.session(), frame(e.message()))),
        new EffectPart<>(DeliveryEffect.ToAgent.class, this::toAgent),
        new EffectPart<>(DeliveryEffect.FromAgent.class, this::fromAgent),
        new EffectPart<>(DeliveryEffect.ToMany.class, this::toMany),
        new EffectPart<>(DeliveryEffect.EchoAgain.class, this::echoAgain),
        new EffectPart<>(DeliveryEffect.LookUp.class, this::lookUp),
        new EffectPart<>(DeliveryEffect.Reply.class, this::reply),
        new EffectPart<>(DeliveryEffect.Replaced.class, e -> parts.recent().forget(e.stream())),
        new EffectPart<>(
            DeliveryEffect.Hangup.class, e -> outlets.close(e.session(), e.code(), e.reason())));
  }

  private void fanOut(DeliveryEffect.Fanout e) {
    var frame = Messages.frame(e.message());
    parts.recent().add(e.channel(), e.message().seq(), frame);
    boolean keyed = e.clientMsgId() != null;
    var echo = keyed ? Messages.echo(frame, e.clientMsgId()) : null;
    fanOut(e, parts.audiences().members(e.channel(), e.members()), frame, echo);
    if (!e.also().isEmpty()) fanOut(e, parts.audiences().of(e.also()), frame, echo);
  }

  /** Sends a channel's message to its members. The author always gets the echo. */
  private void fanOut(
      DeliveryEffect.Fanout e, Audiences.Resolved to, Frame frame, @Nullable Frame echo) {
    outlets.broadcast(to.open(), frame, echo == null ? null : e.sender(), echo);
    for (var session : to.held()) {
      if (session.equals(e.sender())) outlets.send(session, echo != null ? echo : frame);
      else if (gate.passes(session, e.message(), e.mentions(), null)) outlets.send(session, frame);
    }
  }

  private void toMany(DeliveryEffect.ToMany e) {
    if (e.sessions().isEmpty()) return;
    var frame = frame(e.message());
    var to = parts.audiences().of(e.sessions());
    outlets.broadcast(to.open(), frame, e.except(), null);
    for (var session : to.held()) {
      if (!session.equals(e.except()) && gate.passes(session, e.message(), List.of(), null)) {
        outlets.send(session, frame);
      }
    }
  }

  private void toAgent(DeliveryEffect.ToAgent e) {
    var agent = parts.presence().agent(e.agent());
    if (agent.isEmpty()) return;
    var session = agent.get().session();
    var message = e.message();
    if (message instanceof ServerMessage.Msg msg && parts.mutes().isMuted(session, msg.from())) {
      return;
    }
    if (!gate.holds(session) || gate.passes(session, message, List.of(), null)) {
      outlets.send(session, frame(message));
    }
  }

  private void fromAgent(DeliveryEffect.FromAgent e) {
    if (!parts.mutes().isMuted(e.session(), e.sender())) {
      outlets.send(e.session(), frame(e.message()));
    }
  }

  private void echoAgain(DeliveryEffect.EchoAgain e) {
    outlets.pull(e.session(), Pulls.echo(parts.store(), e, this::frame));
  }

  private void lookUp(DeliveryEffect.LookUp e) {
    outlets.pull(e.session(), Pulls.once(() -> frame(parts.lookups().answer(e.query()))));
  }

  /**
   * Sends an answer to a session. A {@link ReplyTo.Caller} gets its answer from the host that it
   * asked.
   */
  public void reply(DeliveryEffect.Reply e) {
    switch (e.to()) {
      case ReplyTo.OfSession(var session) -> {
        outlets.send(session, frame(e.message()));
        parts.replied().accept(session);
      }
      case ReplyTo.Caller() -> {}
    }
  }

  private Frame frame(ServerMessage message) {
    return Messages.frame(message, parts.clock());
  }
}
