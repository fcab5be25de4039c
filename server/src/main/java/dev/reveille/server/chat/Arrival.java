package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.StoreWrite;
import dev.reveille.server.store.StoredKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How an agent gets a body, changes it and loses it. Part of the agent cell. */
final class Arrival {
  /** Where comings and goings of agents are told. */
  private static final String LOBBY = "#general";

  /** Why a name of 16 hex digits is refused. */
  static final String LIKE_AN_ID = "A name of 16 hex digits would pass for the id of an agent";

  private final AgentState state;
  private final ChatParts parts;
  private final Calls<ChatAnswer> calls;
  private final Rooms rooms;
  private final TakeOvers takeOvers;

  Arrival(AgentState state, ChatParts parts, Calls<ChatAnswer> calls, Rooms rooms) {
    this.state = state;
    this.parts = parts;
    this.calls = calls;
    this.rooms = rooms;
    takeOvers = new TakeOvers(parts.config().takeoverWait());
  }

  /** Whether this part needs its cell to stay: it remembers recent take-overs. */
  boolean remembers() {
    return takeOvers.remembers(parts.clock().nanos());
  }

  Step attach(AgentCommand.Attach attach) {
    var refusal = parts.admission().entering(state.id, keys(attach));
    if (refusal.isPresent()) return turnAway(attach.session(), refusal.get(), "agent.refused");
    var stale = refusal(attach.pubkey());
    if (stale != null) {
      return turnAway(
          attach.session(), new ChatAnswer.Refused(ErrorCode.NOT_ALLOWED, stale), "key.refused");
    }
    var old = state.body;
    long now = parts.clock().nanos();
    if (old == null) return welcome(attach);
    if (!attach.takeOver()) {
      state.waiting = attach.session();
      long wait = takeOvers.waitMillis(now);
      return Step.of(Unit.barrier(List.of(new ChatEffect.MustWait(attach.session(), wait))));
    }
    takeOvers.happened(now);
    var displaced =
        Unit.bestEffort(
            List.of(event("agent.displaced")),
            List.of(
                new ChatEffect.ToSession(
                    old.session(),
                    new ServerMessage.SessionDisplaced(
                        "Another connection of this agent took over", attach.address())),
                new ChatEffect.Hangup(old.session(), 1000, "Session displaced")));
    return depart(old, () -> welcome(attach), displaced);
  }

  private List<String> keys(AgentCommand.Attach attach) {
    if (attach.pubkey() == null) return List.of();
    var own = state.ring.keys().stream().filter(k -> k.agent().equals(state.id));
    return Stream.concat(Stream.of(attach.pubkey()), own.map(StoredKey::pubkey)).toList();
  }

  /** It was looked up before, but a key can be rotated or revoked in the meantime. */
  private @Nullable String refusal(@Nullable String pubkey) {
    return pubkey == null ? null : state.ring.refusal(AgentKeys.id(pubkey));
  }

  private static List<Effect> notAllowed(SessionId session, String reason) {
    return List.of(
        new ChatEffect.ToSession(session, new ServerMessage.Failure(ErrorCode.NOT_ALLOWED, reason)),
        new ChatEffect.Hangup(session, 1000, "Not allowed"));
  }

  /** The key of the body may be gone, and with it the body and, for good, the mailbox. */
  Step keysChanged(SessionId asker, AgentKeys keys) {
    state.ring = state.ring.newer(keys);
    var body = state.body;
    if (body == null || !body.hasKey()) return shut();
    var current = state.ring.current();
    if (body.session().equals(asker) && current.isPresent() && !current.get().wasRevoked()) {
      state.body = body.holding(current.get().pubkey());
      return Step.none();
    }
    var refusal = refusal(body.pubkey());
    if (refusal == null) return Step.none();
    var effects = new ArrayList<Effect>();
    boolean revoked =
        body.pubkey() != null
            && state.ring.find(AgentKeys.id(body.pubkey())).filter(k -> k.wasRevoked()).isPresent();
    if (revoked && body.session().equals(asker)) {
      effects.add(new ChatEffect.ToSession(asker, new ServerMessage.KeyRevoked(state.id)));
    }
    effects.addAll(notAllowed(body.session(), refusal));
    return depart(body, this::shut, Unit.barrier(effects));
  }

  private Step shut() {
    return state.ring.dead()
        ? calls.to(Cells.mailbox(state.id), new MailboxCommand.Shut()).nothingToUndo().end()
        : Step.none();
  }

  private Step turnAway(SessionId session, ChatAnswer.Refused refusal, String kind) {
    if (session.equals(state.waiting)) state.waiting = null;
    return Step.of(
        Unit.bestEffort(
            List.of(event(kind, refusal.reason())),
            List.of(
                new ChatEffect.ToSession(
                    session, new ServerMessage.Failure(refusal.code(), refusal.reason())),
                new ChatEffect.Hangup(session, 1000, refusal.code().name()))));
  }

  /** Ends the body's session in its place among everything else that happens to the agent. */
  Step kick(AgentCommand.Kick kick) {
    var body = state.body;
    if (body == null) return Step.none();
    var word =
        kick.banned()
            ? new ServerMessage.Banned(kick.reason())
            : new ServerMessage.Kicked(kick.reason());
    var ended =
        Unit.bestEffort(
            List.of(event(kick.banned() ? "agent.banned" : "agent.kicked")),
            List.of(
                new ChatEffect.ToSession(body.session(), word),
                new ChatEffect.Hangup(
                    body.session(), 1000, kick.banned() ? "Banned by admin" : "Kicked by admin")));
    return depart(body, Step::none, ended);
  }

  Step detach(SessionId session) {
    var body = state.body;
    if (session.equals(state.waiting)) state.waiting = null;
    if (body == null || !body.session().equals(session)) return Step.none();
    return depart(body, Step::none);
  }

  private Step welcome(AgentCommand.Attach attach) {
    if (attach.session().equals(state.waiting)) state.waiting = null;
    var config = parts.config();
    boolean verified =
        config.genesisAgent().filter(state.id::equals).isPresent()
            || parts.admission().verified(keys(attach));
    long now = parts.clock().wallMillis();
    if (state.firstSeen == 0) state.firstSeen = now;
    var body =
        new AgentState.Body(
            attach.session(),
            attach.name(),
            attach.pubkey(),
            verified,
            attach.pubkey() != null && (attach.durableCallbacks() || config.markers().durable()),
            now,
            parts.clock().nanos());
    state.body = body;
    state.keyed = body.hasKey();
    state.lastKey = body.pubkey();
    state.status = PresenceStatus.ONLINE;
    state.statusText = null;
    state.channels.clear();
    state.forgetBody();
    var arrival =
        Unit.bestEffort(
            records(body, now),
            List.of(new ChatEffect.Came(state.shown(body)), new ChatEffect.Hold(body.session())));
    var plan = calls.plan();
    var missing = new Missing();
    plan.add(
        open(new MailboxCommand.Open(
                body.session(),
                body.hasKey(),
                List.copyOf(state.seldom().muted()),
                state.newcomer(body, now)))
            .noting(missing::note));
    for (var channel : config.channels())
      enter(plan, body, channel, ChannelCommand.Entry.AUTOMATIC, missing);
    for (var channel : state.memberships) {
      if (!config.channels().contains(channel)) {
        enter(plan, body, channel, ChannelCommand.Entry.RETURN, missing);
      }
    }
    if (body.hasKey() && parts.callbacks().keeps(state.id)) {
      plan.add(
          calls
              .to(Cells.callbacks(state.id), new CallbackCommand.Open(body.session()))
              .orAgain(() -> state.isBody(body.session()))
              .noting(missing::note));
    }
    return calls.each(plan, () -> missing.any ? outAgain(body) : in(body), arrival);
  }

  private Calls<ChatAnswer>.Call open(MailboxCommand.Open open) {
    return calls
        .to(Cells.mailbox(state.id), open)
        .ifUndone(
            _ ->
                state.isBody(open.session())
                    ? open(open.again(List.copyOf(state.seldom().muted()))).end()
                    : Step.none());
  }

  /** Whether something that the agent relies on could not be opened: the store was not read. */
  private static final class Missing {
    private boolean any;

    private void note(ChatAnswer answer) {
      any |=
          answer instanceof ChatAnswer.Refused(var code, _) && code == ErrorCode.STORE_UNAVAILABLE;
    }
  }

  /** An agent that would miss its mail, channels or callbacks without knowing is not let in. */
  private Step outAgain(AgentState.Body body) {
    return depart(
        body,
        Step::none,
        Unit.barrier(
            List.of(
                new ChatEffect.TurnAway(
                    body.session(), ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE))));
  }

  /**
   * Who reads WELCOME is in its channels: nothing that is said there afterwards passes it by. The
   * first that it hears is WELCOME all the same.
   */
  private Step in(AgentState.Body body) {
    return notice(body.name() + " came online")
        .end(Unit.barrier(List.of(new ChatEffect.Welcome(body.session(), welcome(body)))));
  }

  private void enter(
      Deque<Calls<ChatAnswer>.Call> plan,
      AgentState.Body body,
      String channel,
      ChannelCommand.Entry entry,
      Missing missing) {
    var enter =
        new ChannelCommand.Enter(
            state.member(body), entry, false, null, state.attention(channel), null, 0);
    plan.add(
        rooms
            .enterUnasked(channel, enter)
            .noting(
                answer -> {
                  missing.note(answer);
                  if (answer instanceof ChatAnswer.Entered) state.channels.add(channel);
                }));
  }

  private Step depart(AgentState.Body body, Supplier<Step> then, Unit... before) {
    state.body = null;
    state.sleep = null;
    state.atWake = null;
    var plan = calls.plan();
    for (var channel : state.channels) {
      plan.add(
          calls
              .to(Cells.channel(channel), new ChannelCommand.Exit(state.member(body), true))
              .orAgain());
    }
    state.channels.clear();
    for (var channel : state.seldom().claimedOutside().keySet()) {
      plan.add(
          calls
              .to(Cells.channel(channel), new ChannelCommand.ReleaseFloor(body.session()))
              .nothingToUndo());
    }
    for (var request : state.seldom().proofs()) {
      plan.add(
          calls.to(Cells.verification(request), new VerificationCommand.Drop()).nothingToUndo());
    }
    state.forgetBody();
    if (!body.hasKey()) state.hearEverything();
    plan.add(notice(body.name() + " went offline"));
    plan.add(calls.to(Cells.mailbox(state.id), new MailboxCommand.Close(body.session())).orAgain());
    var writes = new ArrayList<Write>();
    if (body.hasKey()) writes.add(save(body, parts.clock().wallMillis()));
    writes.add(event("agent.offline", named(body)));
    var gone = Unit.bestEffort(writes, List.of(new ChatEffect.Went(state.id, body.session())));
    return calls.each(plan, () -> prepend(gone, then.get()), before);
  }

  private static Step prepend(Unit unit, Step step) {
    var units = new ArrayList<Unit>();
    units.add(unit);
    units.addAll(step.units());
    return new Step(units, step.answer(), step.call());
  }

  private Calls<ChatAnswer>.Call notice(String text) {
    return calls.to(Cells.channel(LOBBY), new ChannelCommand.Notice(text)).nothingToUndo();
  }

  private List<Write> records(AgentState.Body body, long now) {
    return body.hasKey()
        ? List.of(save(body, now), event("agent.online", named(body)))
        : List.of(event("agent.online", named(body)));
  }

  /** Who looks back later knows only the id. */
  private static String named(AgentState.Body body) {
    return new JsonText(48).field("name", body.name()).text();
  }

  private StoreWrite save(AgentState.Body body, long now) {
    return new StoreWrite.SaveAgent(state.row(body, now));
  }

  private StoreWrite event(String kind) {
    return event(kind, null);
  }

  private StoreWrite event(String kind, @Nullable String detail) {
    return new StoreWrite.AppendEvent(parts.clock().wallMillis(), kind, state.id, null, detail);
  }

  private ServerMessage.Welcome welcome(AgentState.Body body) {
    var until = lurkUntil(body);
    return new ServerMessage.Welcome(
        state.id,
        body.name(),
        parts.config().serverName(),
        body.hasKey() ? body.verified() : null,
        lurkReason(body),
        until == null || until == Long.MAX_VALUE ? null : until,
        parts.admission().motd().orElse(null));
  }

  /**
   * Until when the agent may only read: absent = it may write, the largest = as long as it has no
   * key.
   */
  private @Nullable Long lurkUntil(AgentState.Body body) {
    var lurk = parts.config().lurk();
    if (lurk.isZero()) return null;
    if (!body.hasKey()) return Long.MAX_VALUE;
    long until = state.firstSeen + lurk.toMillis();
    return parts.clock().wallMillis() < until ? until : null;
  }

  /** Why the agent may only read now; absent if it may write. */
  @Nullable String lurkReason(AgentState.Body body) {
    var until = lurkUntil(body);
    if (until == null) return null;
    return until == Long.MAX_VALUE
        ? "Agents without a persistent identity (a key) can only read here"
        : "New agents can only read here until " + Instant.ofEpochMilli(until);
  }

  /** Nobody may pass for the server. */
  static boolean mayBeCalled(String name) {
    return !name.equalsIgnoreCase(Names.SERVER.substring(1));
  }
}
