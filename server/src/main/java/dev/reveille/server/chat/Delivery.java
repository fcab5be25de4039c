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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Carries out chat's effects: brings what is durable to the sessions of this node.
 *
 * <p>Called in commit order from one thread, which owns its maps.
 */
public final class Delivery {
  /** Resolved audiences that are kept; beyond it all are resolved again as needed. */
  private static final int MAX_AUDIENCES = 20_000;

  private static final int TRY_LATER = 1013;

  /** Where a channel's messages are published to the nodes that may have members. */
  private static final String FANOUT = "chat.fanout";

  /** A channel's members, those of them who are awake, and those who sleep. */
  private record Resolved(
      List<SessionId> members, Wire.Audience audience, List<SessionId> sleepers) {}

  private final ChatParts parts;
  private final Host host;
  private final Bus bus;
  private final Wire wire;
  private final TimerQueue timers;
  private final ChatDoor door;
  private final Map<String, Resolved> audiences = new HashMap<>();

  /** Sessions that wait for their WELCOME: what is sent to them is held back. */
  private final Set<SessionId> entering = new HashSet<>();

  private final Postman postman;
  private final RecentFrames recent;
  private final ProofTimers proofs;
  private final Threshold threshold;

  public Delivery(
      ChatParts parts, Host host, Bus bus, Wire wire, TimerQueue timers, ChatDoor door) {
    this.parts = parts;
    this.host = host;
    this.bus = bus;
    this.wire = wire;
    this.timers = timers;
    this.door = door;
    recent = new RecentFrames(parts.config().messageBufferSize());
    postman = new Postman(parts, host, wire, timers);
    threshold = new Threshold(parts, host, wire, postman);
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
        .on(
            ChatEffect.Hold.class,
            e -> {
              entering.add(e.session());
              wire.hold(e.session());
            })
        .on(
            ChatEffect.Welcome.class,
            e -> {
              entering.remove(e.session());
              wire.release(e.session(), frame(e.message()));
            })
        .on(ChatEffect.TurnAway.class, this::turnAway)
        .on(ChatEffect.OrderAnswered.class, e -> answer(e.session(), e.message()))
        .on(ChatEffect.OrderRefused.class, this::refuse)
        .on(
            ChatEffect.Gagged.class,
            e -> host.tell(Cells.agent(e.agent()), new AgentCommand.Gagged(e.gag())))
        .on(ChatEffect.ToAgent.class, this::toAgent)
        .on(ChatEffect.FromAgent.class, this::fromAgent)
        .on(ChatEffect.ToMany.class, threshold::toMany)
        .on(ChatEffect.ToEverybody.class, this::toEverybody)
        .on(ChatEffect.CloseOthers.class, this::closeOthers)
        .on(ChatEffect.Echo.class, this::echo)
        .on(ChatEffect.EchoAgain.class, this::echoAgain)
        .on(ChatEffect.OpenMail.class, postman::open)
        .on(ChatEffect.Mail.class, this::mail)
        .on(ChatEffect.PassOver.class, postman::passOver)
        .on(ChatEffect.MuteMail.class, postman::mute)
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
        .on(ChatEffect.Fire.class, threshold::fire)
        .on(ChatEffect.Unhear.class, threshold::unhear)
        .on(ChatEffect.Discard.class, threshold::discard)
        .on(
            ChatEffect.FallAsleep.class,
            e -> {
              threshold.fallAsleep(e);
              e.channels().forEach(audiences::remove);
            })
        .on(
            ChatEffect.WakeUp.class,
            e -> {
              threshold.wakeUp(e);
              e.channels().forEach(audiences::remove);
            })
        .on(
            ChatEffect.Recorded.class,
            e -> host.tell(Cells.agent(e.agent()), new AgentCommand.Recorded()))
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
        .on(ChatEffect.ChannelNotOpened.class, e -> parts.channels().giveUp(e.channel()))
        .on(
            ChatEffect.ChannelClosed.class,
            e -> {
              parts.channels().remove(e.channel());
              audiences.remove(e.channel());
              recent.forget(e.channel());
            })
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

  /** Mail and callbacks that it was to get stay for the next time. */
  private void turnAway(ChatEffect.TurnAway e) {
    if (entering.remove(e.session())) wire.dropHeld(e.session());
    wire.send(e.session(), frame(new ServerMessage.Failure(e.code(), e.reason())));
    wire.close(e.session(), TRY_LATER, e.code().name());
  }

  private void answer(SessionId session, ServerMessage message) {
    wire.send(session, frame(message));
    door.with(session, Session::ordered);
  }

  private void refuse(ChatEffect.OrderRefused e) {
    answer(e.request().session(), new ServerMessage.Failure(e.code(), e.reason()));
    host.tell(Cells.admin(), new OrderNotDone(e.request(), e.code()));
  }

  private void fanOut(ChatEffect.Fanout e) {
    var frame = Messages.frame(e.message());
    recent.add(e.channel(), e.message().seq(), frame);
    boolean keyed = e.clientMsgId() != null;
    var echoed = keyed ? e.sender() : null;
    var echo = keyed ? Messages.echo(frame, e.clientMsgId()) : null;
    var members = resolved(e.channel(), e.members());
    wire.broadcast(members.audience(), frame, echoed, echo);
    if (!members.sleepers().isEmpty()) threshold.offer(members.sleepers(), e, frame, echo);
    if (e.also().isEmpty()) return;
    wire.broadcast(wire.audience(threshold.awake(e.also())), frame, echoed, echo);
    threshold.offer(threshold.sleepers(e.also()), e, frame, echo);
  }

  /**
   * Resolved once per membership: the list is the same object until the membership changes. When a
   * member falls asleep or wakes, its channels are forgotten here.
   */
  @SuppressWarnings("ReferenceEquality")
  private Resolved resolved(String channel, List<SessionId> members) {
    var known = audiences.get(channel);
    if (known != null && known.members() == members) return known;
    if (audiences.size() >= MAX_AUDIENCES) audiences.clear();
    var made =
        new Resolved(members, wire.audience(threshold.awake(members)), threshold.sleepers(members));
    audiences.put(channel, made);
    return made;
  }

  private void toAgent(ChatEffect.ToAgent e) {
    parts
        .presence()
        .agent(e.agent())
        .filter(agent -> !isMuted(agent.session(), e.message()))
        .ifPresent(agent -> threshold.send(agent.session(), e.message()));
  }

  private void fromAgent(ChatEffect.FromAgent e) {
    if (!postman.isMuted(e.session(), e.sender())) wire.send(e.session(), frame(e.message()));
  }

  private boolean isMuted(SessionId session, ServerMessage message) {
    return message instanceof ServerMessage.Msg msg && postman.isMuted(session, msg.from());
  }

  private void mail(ChatEffect.Mail e) {
    if (threshold.isAsleep(e.session())) threshold.holdMail(e);
    else postman.deliver(e);
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

  private void replay(ChatEffect.Replay e) {
    wire.pull(e.session(), Pulls.replay(parts.store(), e, recent, this::frame));
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
    entering.remove(e.session());
    threshold.forget(e.session());
    parts.callbacks().forget(e.session());
    postman.close(e.session());
  }

  private Frame frame(ServerMessage message) {
    return new Frame(ServerMessages.write(message, parts.clock().wallMillis()));
  }
}
