package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.PresenceEffect;
import dev.reveille.server.identity.AgentStored;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.mail.MailboxCommand;
import dev.reveille.server.store.AppendEvent;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives an agent a body, replaces it and removes it. Part of the agent cell. */
final class ArrivalPart implements AgentPart {
  /** The channel with notices of agents that connect and leave. */
  private static final String LOBBY = "#general";

  private final ChatParts parts;
  private final ChannelsPart rooms;
  private final AgentParts agents;
  private final LurkMode lurking;
  private final AdmissionCheck check;
  private final Slot<TakeOvers> takeOvers;

  ArrivalPart(
      ChatParts parts,
      ChannelsPart rooms,
      LurkMode lurking,
      AdmissionCheck check,
      AgentParts agents) {
    this.parts = parts;
    this.rooms = rooms;
    this.agents = agents;
    this.lurking = lurking;
    this.check = check;
    takeOvers = new Slot<>(() -> new TakeOvers(parts.config().takeoverWait()));
  }

  @Override
  public List<Told<?>> told() {
    return List.of(
        new Told<>(AgentCommand.Attach.class, this::attach),
        new Told<>(AgentCommand.Detach.class, (agent, detach) -> detach(agent, detach.session())),
        new Told<>(AgentCommand.Kick.class, this::kick),
        new Told<>(AgentStored.class, (agent, _) -> stored(agent)));
  }

  /**
   * Notes that the store has the agent. The mailbox of an agent that never had a body may have been
   * loaded before, and must learn of it.
   */
  private static Step stored(Agent agent) {
    agent.recorded = true;
    if (agent.body != null || agent.ring.dead()) return Step.none();
    return agent
        .calls()
        .to(Cells.mailbox(agent.id), new MailboxCommand.TakeMail())
        .nothingToUndo()
        .end();
  }

  /** False after recent take-overs, because they make the next one wait. */
  @Override
  public boolean mayUnload(Agent agent) {
    var recent = agent.find(takeOvers);
    return recent == null || !recent.remembers(parts.clock().nanos());
  }

  private Step attach(Agent agent, AgentCommand.Attach attach) {
    var refusal = refusal(agent, attach.session(), attach.pubkey(), attach.token());
    if (refusal.isPresent()) return refusal.get();
    var unfit = agents.refusesBody(agent, attach);
    if (unfit.isPresent()) {
      return turnAway(agent, attach.session(), unfit.get(), "agent.refused");
    }
    var old = agent.body;
    long now = parts.clock().nanos();
    if (old == null) return welcome(agent, attach);
    if (!attach.takeOver()) {
      agent.waiting = attach.session();
      long wait = agent.slot(takeOvers).waitMillis(now);
      return Step.of(Unit.barrier(List.of(new DoorEffect.MustWait(attach.session(), wait))));
    }
    agent.slot(takeOvers).happened(now);
    var displaced =
        Unit.bestEffort(
            List.of(event(agent, "agent.displaced")),
            List.of(
                new DeliveryEffect.ToSession(
                    old.session(),
                    new ServerMessage.SessionDisplaced(
                        "Another connection of this agent took over", attach.address())),
                new DeliveryEffect.Hangup(old.session(), 1000, "Session displaced")));
    return depart(agent, old, () -> welcome(agent, attach), displaced);
  }

  /**
   * Turns away a session whose agent may not connect, or whose proof is no longer good; empty if it
   * may speak for the agent.
   */
  Optional<Step> refusal(
      Agent agent, SessionId session, @Nullable String pubkey, @Nullable String token) {
    var refusal = check.refusal(agent, pubkey);
    var kind = refusal.isPresent() ? "agent.refused" : "key.refused";
    return refusal
        .or(() -> ValidityPart.refusal(agent, pubkey, token))
        .map(refused -> turnAway(agent, session, refused, kind));
  }

  private Step turnAway(Agent agent, SessionId session, ChatAnswer.Refused refusal, String kind) {
    if (session.equals(agent.waiting)) agent.waiting = null;
    return Step.of(
        Unit.bestEffort(
            List.of(event(agent, kind, refusal.reason())),
            List.of(
                new DeliveryEffect.ToSession(
                    session, new ServerMessage.Failure(refusal.code(), refusal.reason())),
                new DeliveryEffect.Hangup(session, 1000, refusal.code().name()))));
  }

  /** Ends the agent's sessions, in their place in the order of everything that happens to it. */
  private Step kick(Agent agent, AgentCommand.Kick kick) {
    var body = agent.body;
    var effects = SidePart.end(agent, _ -> true, side -> farewell(side.session(), kick));
    if (body == null && effects.isEmpty()) return Step.none();
    if (body != null) effects.addAll(farewell(body.session(), kick));
    var ended =
        Unit.bestEffort(
            List.of(event(agent, kick.banned() ? "agent.banned" : "agent.kicked")), effects);
    return body == null ? Step.of(ended) : depart(agent, body, Step::none, ended);
  }

  private static List<Effect> farewell(SessionId session, AgentCommand.Kick kick) {
    var word =
        kick.banned()
            ? new ServerMessage.Banned(kick.reason())
            : new ServerMessage.Kicked(kick.reason());
    return List.of(
        new DeliveryEffect.ToSession(session, word),
        new DeliveryEffect.Hangup(
            session, 1000, kick.banned() ? "Banned by admin" : "Kicked by admin"));
  }

  private Step detach(Agent agent, SessionId session) {
    var body = agent.body;
    if (session.equals(agent.waiting)) agent.waiting = null;
    if (body != null && body.session().equals(session)) return depart(agent, body, Step::none);
    var closed = SidePart.end(agent, side -> side.session().equals(session), _ -> List.of());
    return closed.isEmpty() ? Step.none() : Step.of(Unit.barrier(closed));
  }

  private Step welcome(Agent agent, AgentCommand.Attach attach) {
    if (attach.session().equals(agent.waiting)) agent.waiting = null;
    var config = parts.config();
    long now = parts.clock().wallMillis();
    if (agent.firstSeen == 0) agent.firstSeen = now;
    var body =
        new Body(
            attach.session(),
            attach.name(),
            attach.pubkey(),
            attach.token(),
            check.isVerified(agent, attach.pubkey()),
            attach.pubkey() != null && (attach.durableCallbacks() || config.markers().durable()),
            attach.pubkey() != null && attach.confirm(),
            attach.kinds(),
            now,
            parts.clock().nanos(),
            false);
    agent.body = body;
    agent.keyed = body.hasKey();
    agent.lastKey = body.pubkey();
    agent.status = PresenceStatus.ONLINE;
    agent.statusText = null;
    agent.takesWakes = true;
    agent.channels.clear();
    var arrival =
        Unit.bestEffort(
            records(agent, body, now),
            List.of(
                new PresenceEffect.Came(agent.shown(body)), new DoorEffect.Hold(body.session())));
    var plan = agent.calls().plan();
    var unread = new UnreadCells();
    plan.add(
        open(
                agent,
                new MailboxCommand.Open(
                    body.session(),
                    body.hasKey(),
                    body.confirm(),
                    body.kinds(),
                    SubscriptionsPart.muted(agent),
                    agent.newcomer(body, now)))
            .noting(unread::note));
    for (var channel : config.channels()) {
      enter(agent, plan, body, channel, ChannelCommand.Entry.AUTOMATIC, unread);
    }
    for (var channel : agent.memberships) {
      if (!config.channels().contains(channel)) {
        enter(agent, plan, body, channel, ChannelCommand.Entry.RETURN, unread);
      }
    }
    for (var call : agents.arriving(agent, body)) plan.add(call.noting(unread::note));
    return agent
        .calls()
        .each(
            plan,
            () -> unread.any ? refuseEntry(agent, body) : completeEntry(agent, body),
            arrival);
  }

  private Calls<ChatAnswer>.Call open(Agent agent, MailboxCommand.Open open) {
    return agent
        .calls()
        .to(Cells.mailbox(agent.id), open)
        .ifUndone(
            _ ->
                agent.isBody(open.session())
                    ? open(agent, open.again(SubscriptionsPart.muted(agent))).end()
                    : Step.none());
  }

  /**
   * Records that a cell that the agent needs could not be opened because the store was not read.
   */
  private static final class UnreadCells {
    private boolean any;

    private void note(ChatAnswer answer) {
      any |=
          answer instanceof ChatAnswer.Refused(var code, _) && code == ErrorCode.STORE_UNAVAILABLE;
    }
  }

  /** Refuses an agent that would miss its mail, channels or callbacks without knowing it. */
  private Step refuseEntry(Agent agent, Body body) {
    return depart(
        agent,
        body,
        Step::none,
        Unit.barrier(
            List.of(
                new DoorEffect.TurnAway(
                    body.session(), ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE))));
  }

  /**
   * Welcomes the agent. It is in its channels before WELCOME is sent, so it misses nothing that is
   * posted after it. WELCOME is still the first message that it gets.
   */
  private Step completeEntry(Agent agent, Body body) {
    return notice(agent, body.name() + " came online")
        .end(Unit.barrier(List.of(new DoorEffect.Welcome(body.session(), welcome(agent, body)))));
  }

  private void enter(
      Agent agent,
      Deque<Calls<ChatAnswer>.Call> plan,
      Body body,
      String channel,
      ChannelCommand.Entry entry,
      UnreadCells unread) {
    var enter =
        new ChannelCommand.Enter(
            agent.member(body), entry, false, null, agent.filter(channel), null, 0);
    plan.add(rooms.enterUnasked(agent, channel, enter).noting(unread::note));
  }

  /** Ends the body: it leaves its channels, its mail and the presence, then {@code then}. */
  Step depart(Agent agent, Body body, Supplier<Step> then, Unit... before) {
    agent.body = null;
    var plan = agent.calls().plan();
    for (var channel : agent.channels) {
      plan.add(
          agent
              .calls()
              .to(Cells.channel(channel), new ChannelCommand.Exit(agent.member(body), true))
              .orAgain());
    }
    agent.channels.clear();
    plan.addAll(agents.departing(agent, body));
    plan.add(notice(agent, body.name() + " went offline"));
    plan.add(
        agent
            .calls()
            .to(Cells.mailbox(agent.id), new MailboxCommand.Close(body.session()))
            .orAgain());
    var writes = new ArrayList<Write>();
    if (body.hasKey()) writes.add(agent.save(body, parts.clock().wallMillis()));
    writes.add(event(agent, "agent.offline", named(body)));
    var gone = Unit.bestEffort(writes, List.of(new PresenceEffect.Went(agent.id, body.session())));
    return agent.calls().each(plan, () -> prepend(gone, then.get()), before);
  }

  private static Step prepend(Unit unit, Step step) {
    var units = new ArrayList<Unit>();
    units.add(unit);
    units.addAll(step.units());
    return new Step(units, step.answer(), step.call());
  }

  private Calls<ChatAnswer>.Call notice(Agent agent, String text) {
    return agent.calls().to(Cells.channel(LOBBY), new ChannelCommand.Notice(text)).nothingToUndo();
  }

  private List<Write> records(Agent agent, Body body, long now) {
    return body.hasKey()
        ? List.of(agent.save(body, now), event(agent, "agent.online", named(body)))
        : List.of(event(agent, "agent.online", named(body)));
  }

  /** Returns the name for the event, because a later reader of the feed knows only the id. */
  private static String named(Body body) {
    return new JsonText(48).field("name", body.name()).text();
  }

  private Write event(Agent agent, String kind) {
    return event(agent, kind, null);
  }

  private Write event(Agent agent, String kind, @Nullable String detail) {
    return new AppendEvent(parts.clock().wallMillis(), kind, agent.id, null, detail);
  }

  /** Returns the welcome of a body or a side session. */
  ServerMessage.Welcome welcome(Agent agent, Body body) {
    var until = lurking.until(agent, body);
    return new ServerMessage.Welcome(
        agent.id,
        body.name(),
        parts.config().serverName(),
        body.hasKey() ? body.verified() : null,
        lurking.reason(agent, body),
        until == null || until == Long.MAX_VALUE ? null : until,
        parts.admission().motd().orElse(null),
        body.confirm(),
        body.side());
  }
}
