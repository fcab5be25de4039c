package dev.reveille.server.chat;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.kernel.Bus;
import dev.reveille.server.kernel.EffectTable;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Carries out chat's effects: brings what is durable to the sessions of this node.
 *
 * <p>Called in commit order from one thread, which owns its maps.
 */
public final class Delivery {
  /** Resolved audiences that are kept; beyond it all are resolved again as needed. */
  private static final int MAX_AUDIENCES = 20_000;

  /** Where a channel's messages are published to the nodes that may have members. */
  private static final String FANOUT = "chat.fanout";

  private record Resolved(List<SessionId> members, Wire.Audience audience) {}

  private final ChatParts parts;
  private final Host host;
  private final Bus bus;
  private final Wire wire;
  private final TimerQueue timers;
  private final ChatDoor door;
  private final Map<String, Resolved> audiences = new HashMap<>();
  private final Map<SessionId, MailFlow> mail = new HashMap<>();
  private final RecentFrames recent;
  private final ProofTimers proofs;

  public Delivery(
      ChatParts parts, Host host, Bus bus, Wire wire, TimerQueue timers, ChatDoor door) {
    this.parts = parts;
    this.host = host;
    this.bus = bus;
    this.wire = wire;
    this.timers = timers;
    this.door = door;
    recent = new RecentFrames(parts.config().messageBufferSize());
    proofs = new ProofTimers(parts.config().verificationTimeout(), host, timers);
  }

  /** Puts every effect of chat into the table. */
  public void register(EffectTable table) {
    var _ =
        bus.subscribe(
            FANOUT,
            hint -> {
              if (hint instanceof ChatEffect.Fanout fanout) fanOut(fanout);
            });
    table
        .on(ChatEffect.Fanout.class, e -> bus.publish(FANOUT, e))
        .on(ChatEffect.ToSession.class, e -> wire.send(e.session(), frame(e.message())))
        .on(ChatEffect.Hold.class, e -> wire.hold(e.session()))
        .on(ChatEffect.Welcome.class, e -> wire.release(e.session(), frame(e.message())))
        .on(ChatEffect.ToAgent.class, this::toAgent)
        .on(ChatEffect.FromAgent.class, this::fromAgent)
        .on(ChatEffect.ToMany.class, this::toMany)
        .on(ChatEffect.ToEverybody.class, this::toEverybody)
        .on(ChatEffect.CloseOthers.class, this::closeOthers)
        .on(ChatEffect.Echo.class, this::echo)
        .on(ChatEffect.EchoAgain.class, this::echoAgain)
        .on(ChatEffect.OpenMail.class, this::openMail)
        .on(ChatEffect.Mail.class, this::mail)
        .on(ChatEffect.PassOver.class, this::passOver)
        .on(ChatEffect.MuteMail.class, this::muteMail)
        .on(
            ChatEffect.Attends.class,
            e -> parts.attentions().put(e.channel(), e.agent(), e.session(), e.attention()))
        .on(ChatEffect.Replay.class, this::replay)
        .on(ChatEffect.SendHistory.class, this::history)
        .on(ChatEffect.SendAgents.class, this::agents)
        .on(ChatEffect.SendChannels.class, this::channels)
        .on(ChatEffect.SendSkills.class, this::skills)
        .on(ChatEffect.Announce.class, this::announce)
        .on(ChatEffect.AwaitProof.class, proofs::begin)
        .on(ChatEffect.ProofOver.class, proofs::end)
        .on(ChatEffect.Came.class, e -> parts.presence().put(e.agent()))
        .on(ChatEffect.Went.class, this::went)
        .on(ChatEffect.Entered.class, e -> parts.presence().enter(e.channel(), e.member()))
        .on(
            ChatEffect.Exited.class,
            e -> {
              parts.presence().exit(e.channel(), e.agent(), e.session());
              parts.attentions().remove(e.channel(), e.agent(), e.session());
            })
        .on(ChatEffect.ChannelOpened.class, e -> parts.channels().add(e.channel()))
        .on(ChatEffect.MustWait.class, e -> door.with(e.session(), s -> s.mustWait(e.millis())))
        .on(
            ChatEffect.KeysChanged.class,
            e ->
                host.tell(
                    Cells.agent(e.keys().agent()),
                    new AgentCommand.KeysChanged(e.session(), e.keys())))
        .on(ChatEffect.Handled.class, e -> door.with(e.session(), Session::handled))
        .on(ChatEffect.Hangup.class, e -> wire.close(e.session(), e.code(), e.reason()));
  }

  private void fanOut(ChatEffect.Fanout e) {
    var frame = Messages.frame(e.message());
    recent.add(e.channel(), e.message().seq(), frame);
    boolean keyed = e.clientMsgId() != null;
    var echoed = keyed ? e.sender() : null;
    var echo = keyed ? Messages.echo(frame, e.clientMsgId()) : null;
    wire.broadcast(audience(e.channel(), e.members()), frame, echoed, echo);
    if (!e.also().isEmpty()) wire.broadcast(wire.audience(e.also()), frame, echoed, echo);
  }

  /** Resolved once per membership: the list is the same object until the membership changes. */
  @SuppressWarnings("ReferenceEquality")
  private Wire.Audience audience(String channel, List<SessionId> members) {
    var known = audiences.get(channel);
    if (known != null && known.members() == members) return known.audience();
    if (audiences.size() >= MAX_AUDIENCES) audiences.clear();
    var audience = wire.audience(members);
    audiences.put(channel, new Resolved(members, audience));
    return audience;
  }

  private void toAgent(ChatEffect.ToAgent e) {
    parts
        .presence()
        .agent(e.agent())
        .filter(agent -> !isMuted(agent.session(), e.message()))
        .ifPresent(agent -> wire.send(agent.session(), frame(e.message())));
  }

  private void fromAgent(ChatEffect.FromAgent e) {
    if (!isMuted(e.session(), e.sender())) wire.send(e.session(), frame(e.message()));
  }

  private boolean isMuted(SessionId session, ServerMessage message) {
    return message instanceof ServerMessage.Msg msg && isMuted(session, msg.from());
  }

  private boolean isMuted(SessionId session, String sender) {
    var flow = mail.get(session);
    return flow != null && flow.muted().contains(sender);
  }

  private void toMany(ChatEffect.ToMany e) {
    if (e.sessions().isEmpty()) return;
    wire.broadcast(wire.audience(e.sessions()), frame(e.message()), e.except(), null);
  }

  private void toEverybody(ChatEffect.ToEverybody e) {
    wire.broadcast(wire.audience(door.everybody()), frame(e.message()), null, null);
  }

  private void closeOthers(ChatEffect.CloseOthers e) {
    var others = door.everybody().stream().filter(id -> !id.equals(e.session())).toList();
    timers.schedule(
        Duration.ofMillis(e.millis()),
        () -> {
          others.forEach(id -> wire.close(id, e.code(), e.reason()));
          wire.flush();
        });
  }

  private void echo(ChatEffect.Echo e) {
    wire.send(e.session(), Messages.echo(Messages.frame(e.message()), e.clientMsgId()));
  }

  private void echoAgain(ChatEffect.EchoAgain e) {
    wire.pull(e.session(), Pulls.echo(parts.store(), e, this::frame));
  }

  private void openMail(ChatEffect.OpenMail e) {
    var flow =
        new MailFlow(e.agent(), e.to() + 1, e.from() - 1, Set.copyOf(e.muted()), host, timers);
    mail.put(e.session(), flow);
    if (e.from() <= e.to()) {
      wire.pull(
          e.session(), Pulls.mail(parts.store(), e.agent(), e.from(), e.to(), e.offered(), flow));
    }
  }

  /** Strictly by seq: what a lost hint left out is read from the store first. */
  private void mail(ChatEffect.Mail e) {
    var flow = mail.get(e.session());
    long seq = e.message().seq();
    if (flow == null || !isNext(flow, e.session(), seq)) return;
    // A mailbox cell that had to be loaded again may have forgotten whom its agent does not hear.
    if (flow.muted().contains(e.message().from())) {
      flow.passOver(seq);
      return;
    }
    wire.send(
        e.session(),
        Messages.echo(Messages.frame(e.message()), e.clientMsgId()),
        () -> flow.written(seq));
  }

  /** Makes this entry the next to hand over; false if it was handed over already. */
  private boolean isNext(MailFlow flow, SessionId session, long seq) {
    if (seq < flow.next()) return false;
    if (seq > flow.next()) {
      wire.pull(session, Pulls.mail(parts.store(), flow.agent(), flow.next(), seq - 1, 0, flow));
    }
    flow.next(seq + 1);
    return true;
  }

  private void passOver(ChatEffect.PassOver e) {
    var flow = mail.get(e.session());
    if (flow != null && isNext(flow, e.session(), e.seq())) flow.passOver(e.seq());
  }

  private void muteMail(ChatEffect.MuteMail e) {
    var flow = mail.get(e.session());
    if (flow != null) flow.muted(Set.copyOf(e.muted()));
  }

  private void replay(ChatEffect.Replay e) {
    // The frames at hand do not say whose they are.
    var ready =
        e.muted().isEmpty()
            ? recent.range(e.channel(), e.from(), e.to())
            : Optional.<List<Frame>>empty();
    wire.pull(e.session(), Pulls.replay(parts.store(), e, ready.orElse(null), this::frame));
  }

  private void history(ChatEffect.SendHistory e) {
    wire.pull(e.session(), Pulls.history(parts.store(), e, this::frame));
  }

  private void agents(ChatEffect.SendAgents e) {
    wire.pull(e.session(), Pulls.once(() -> frame(list(e))));
  }

  private ServerMessage list(ChatEffect.SendAgents e) {
    var list =
        e.agents().stream()
            .flatMap(id -> parts.presence().agent(id).stream())
            .map(
                a ->
                    new ServerMessage.AgentSummary(
                        a.id(), a.name(), a.status(), a.statusText(), a.verified()))
            .toList();
    return new ServerMessage.Agents(e.channel(), list);
  }

  private void channels(ChatEffect.SendChannels e) {
    wire.pull(
        e.session(),
        Pulls.once(() -> frame(new ServerMessage.Channels(parts.channels().visible()))));
  }

  private void skills(ChatEffect.SendSkills e) {
    wire.pull(e.session(), Pulls.once(() -> frame(SkillResults.of(parts.store(), e))));
  }

  private void announce(ChatEffect.Announce e) {
    host.tell(Cells.channel(e.channel()), new ChannelCommand.Announce(e.text()));
  }

  private void went(ChatEffect.Went e) {
    parts.presence().remove(e.agent(), e.session());
    @Nullable MailFlow flow = mail.remove(e.session());
    if (flow != null) flow.report();
  }

  private Frame frame(ServerMessage message) {
    return new Frame(ServerMessages.write(message, parts.clock().wallMillis()));
  }
}
