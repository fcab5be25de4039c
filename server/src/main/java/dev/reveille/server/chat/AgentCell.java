package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.Only;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.StoredAgent;
import dev.reveille.server.store.StoredAttention;
import dev.reveille.server.store.StoredKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Owns an agent: which session speaks for it, and everything that session asks, in order.
 *
 * <p>What a session that is not the agent's body says is ignored: it was displaced, and late.
 */
final class AgentCell implements Cell {
  private final AgentState state;
  private final Calls calls = new Calls();
  private final Arrival arrival;
  private final Posting posting;
  private final Rooms rooms;
  private final Profile profile;
  private final FloorClaims floor;
  private final FileRelay files;
  private final Proving proving;
  private final Offering offering;
  private final Hearing hearing;
  private final Discipline discipline;
  private final Sleeping sleeping;
  private final Reminders reminders;

  private AgentCell(AgentState state, ChatParts parts) {
    this.state = state;
    arrival = new Arrival(state, parts, calls);
    discipline = new Discipline(state, parts, calls);
    sleeping = new Sleeping(state, parts, calls);
    reminders = new Reminders(state, parts, calls, discipline);
    posting = new Posting(state, parts, calls, arrival, discipline, sleeping, reminders);
    rooms = new Rooms(state, parts, calls);
    profile = new Profile(state, parts, calls);
    floor = new FloorClaims(state, parts, calls);
    files = new FileRelay(state, parts, posting);
    proving = new Proving(state, parts, calls);
    offering = new Offering(state, parts, calls, posting);
    hearing = new Hearing(state, parts, calls);
  }

  static AgentCell load(String id, ChatParts parts) {
    var store = parts.store();
    var stored = store.agent(id);
    boolean returns = Names.isKeyId(id.substring(1));
    var state =
        new AgentState(
            id,
            AgentKeys.of(store, id),
            returns ? store.memberships(id) : List.of(),
            new ClientKeys(returns ? store.clientKeys(id, ClientKeys.WINDOW) : List.of()),
            new TokenBucket(parts.config().rateInterval(), parts.config().rateBurst()));
    state.firstSeen = stored.map(StoredAgent::firstSeen).orElse(0L);
    state.recorded = stored.isPresent();
    state.keyed = stored.isPresent() || !state.ring.keys().isEmpty();
    state.lastKey = stored.map(StoredAgent::pubkey).orElse(null);
    if (returns) attend(state, store.attention(id));
    parts.presence().agent(id).ifPresent(shown -> restore(state, shown, parts));
    return new AgentCell(state, parts);
  }

  private static void attend(AgentState state, StoredAttention kept) {
    for (var each : kept.subscriptions()) {
      Only.ofJson(each.filter())
          .ifPresent(only -> state.changeSeldom().subscriptions().put(each.channel(), only));
    }
    if (!kept.muted().isEmpty()) state.changeSeldom().muted().addAll(kept.muted());
    state.gag = kept.gag();
  }

  /** The body outlives the cell: presence knows it. */
  private static void restore(AgentState state, Presence.Agent shown, ChatParts parts) {
    var session = shown.session();
    state.body =
        new AgentState.Body(
            session,
            shown.name(),
            shown.hasKey() ? pubkey(state, shown) : null,
            shown.verified(),
            shown.durable(),
            shown.connectedAt(),
            parts.clock().nanos());
    PresenceStatus.ofWire(shown.status())
        .filter(status -> status != PresenceStatus.SLEEPING)
        .ifPresent(status -> state.status = status);
    state.sleep = parts.gate().sleep(session).orElse(null);
    state.sleeps = state.sleep == null ? parts.clock().wallMillis() : state.sleep.id();
    state.statusText = shown.statusText();
    for (var channel : parts.channels().names()) {
      if (!parts.presence().isIn(channel, state.id, session)) continue;
      state.channels.add(channel);
      var attention = parts.attentions().of(channel, state.id, session);
      if (!attention.muted().isEmpty()) state.changeSeldom().muted().addAll(attention.muted());
      if (attention.only() != null) {
        state.changeSeldom().subscriptions().put(channel, attention.only());
      }
    }
  }

  /** The key may have changed since the session came. */
  private static @Nullable String pubkey(AgentState state, Presence.Agent shown) {
    return state.ring.current().map(StoredKey::pubkey).orElse(shown.pubkey());
  }

  @Override
  public boolean restful() {
    return state.body == null
        && state.waiting == null
        && !arrival.remembers()
        && !discipline.remembers();
  }

  @Override
  public Step handle(Command command) {
    var known = (AgentCommand) command;
    return ended(
        known,
        switch (known) {
          case AgentCommand.Attach attach -> arrival.attach(attach);
          case AgentCommand.Detach(var session) -> arrival.detach(session);
          case AgentCommand.ProofOver(_, var request) -> proving.over(request);
          case AgentCommand.FromClient said -> fromClient(said);
          case AgentCommand.Refuse(var session, var code, var reason) ->
              isStranger(session) ? Step.none() : Replies.error(session, code, reason);
          case AgentCommand.Say(var session, var message) ->
              isStranger(session) ? Step.none() : Replies.reply(session, message);
          case AgentCommand.KeysChanged(var session, var keys) ->
              arrival.keysChanged(session, keys);
          case AgentCommand.Await _ -> Step.answer(new ChatAnswer.Done(), Unit.barrier(List.of()));
          case AgentCommand.Silence order -> discipline.silence(order);
          case AgentCommand.Gagged(var gag) -> discipline.gagged(gag);
          case AgentCommand.Expel expel -> Step.of(Unit.barrier(expel.effects()));
          case AgentCommand.Kick kick -> arrival.kick(kick);
          case AgentCommand.Verify(var verified) -> profile.verify(verified);
          case AgentCommand.CallbackDue due -> reminders.due(due);
          case AgentCommand.KeptCallbackDue due -> reminders.due(due);
          case AgentCommand.SleepOver(var session, var sleep) -> sleeping.over(session, sleep);
          case AgentCommand.Woke woke -> sleeping.woke(woke);
          case AgentCommand.Unheard(var session, var number, var places) ->
              Step.of(Unit.barrier(List.of(new ChatEffect.Discard(session, number, places))));
          case AgentCommand.Recorded() -> {
            state.recorded = true;
            yield Step.none();
          }
        });
  }

  @Override
  public Step resume(Command command, Answer answer) {
    return command instanceof AgentCommand known
        ? ended(known, calls.resume(answer))
        : calls.resume(answer);
  }

  @Override
  public Step undone(CellId called, Command call, Answer answer) {
    return switch (call) {
      case ChannelCommand.Post post -> forgetKey(post.clientMsgId());
      case MailboxCommand.Deposit deposit -> forgetKey(deposit.clientMsgId());
      case ChannelCommand.Create _ -> rooms.neverIn(called.name());
      case ChannelCommand.Enter enter when enter.entry() == ChannelCommand.Entry.ASKED ->
          enterAgain(called.name(), enter, answer);
      case ChannelCommand.Exit(var member, var gone) when !gone && isBody(member.session()) ->
          rooms.leaveAgain(member.session(), called.name(), call);
      // Nobody asked for the rest, so nobody would ask again. Only the present body comes in.
      case ChannelCommand.Enter enter ->
          isBody(enter.member().session()) && rooms.stillWants(called.name(), enter.entry())
              ? calls.call(called, enter.again(state.attention(called.name())), _ -> Step.none())
              : Step.none();
      case ChannelCommand.Attend attend -> hearing.undone(called.name(), attend);
      case MailboxCommand.Mute(var session, _) ->
          isBody(session)
              ? calls.call(
                  called,
                  new MailboxCommand.Mute(session, List.copyOf(state.seldom().muted())),
                  _ -> Step.none())
              : Step.none();
      case MailboxCommand.Open open ->
          isBody(open.session())
              ? calls.call(
                  called, open.again(List.copyOf(state.seldom().muted())), _ -> Step.none())
              : Step.none();
      case ChannelCommand.Fire fire -> reminders.undone(called.name(), fire);
      case CallbackCommand.Open(var session) ->
          isBody(session) ? calls.call(called, call, _ -> Step.none()) : Step.none();
      case CallbackCommand.Report(var session) ->
          isBody(session) ? calls.call(called, call, _ -> Step.none()) : Step.none();
      case CallbackCommand.Due(var id, _) ->
          reminders.due(new AgentCommand.KeptCallbackDue(id, false));
      case ChannelCommand.Exit _,
          ChannelCommand.Rename _,
          ChannelCommand.Update _,
          MailboxCommand.Close _ ->
          calls.call(called, call, _ -> Step.none());
      default -> Step.none();
    };
  }

  private Step enterAgain(String channel, ChannelCommand.Enter enter, Answer answer) {
    var body = state.body;
    boolean first = answer instanceof ChatAnswer.Entered(var entered) && entered;
    if (body == null || !isBody(enter.member().session())) {
      return first ? rooms.neverIn(channel) : Step.none();
    }
    return rooms.joinAgain(body, channel, enter, first);
  }

  private Step forgetKey(@Nullable String clientMsgId) {
    if (clientMsgId != null) state.keys.remove(clientMsgId);
    return Step.none();
  }

  /** Says that a session's message is dealt with, once it is. */
  private static Step ended(AgentCommand command, Step step) {
    if (step.call() != null) return step;
    var session = asked(command);
    if (session == null) return step;
    var units = new ArrayList<>(step.units());
    units.add(Unit.barrier(List.of(new ChatEffect.Handled(session))));
    return new Step(units, step.answer(), null);
  }

  /** The session that a message came from, if the command is one. */
  private static @Nullable SessionId asked(AgentCommand command) {
    return switch (command) {
      case AgentCommand.FromClient(var session, _, _) -> session;
      case AgentCommand.Refuse(var session, _, _) -> session;
      case AgentCommand.Say(var session, _) -> session;
      case AgentCommand.Attach _,
          AgentCommand.Detach _,
          AgentCommand.Expel _,
          AgentCommand.KeysChanged _,
          AgentCommand.Await _,
          AgentCommand.ProofOver _,
          AgentCommand.Silence _,
          AgentCommand.Gagged _,
          AgentCommand.Kick _,
          AgentCommand.CallbackDue _,
          AgentCommand.KeptCallbackDue _,
          AgentCommand.SleepOver _,
          AgentCommand.Woke _,
          AgentCommand.Recorded _,
          AgentCommand.Unheard _,
          AgentCommand.Verify _ ->
          null;
    };
  }

  private Step fromClient(AgentCommand.FromClient said) {
    var session = said.session();
    var message = said.message();
    if (message instanceof ClientMessage.Ping) {
      return Replies.reply(session, new ServerMessage.Pong());
    }
    if (message instanceof ClientMessage.ListChannels) {
      return Step.of(
          Unit.barrier(List.of(new DeliveryEffect.LookUp(session, new ChannelsQuery()))));
    }
    var body = state.body;
    if (body == null || !body.session().equals(session)) {
      return session.equals(state.waiting) && !said.isMereHint()
          ? Replies.error(session, ErrorCode.AUTH_REQUIRED, "Must IDENTIFY first")
          : Step.none();
    }
    return switch (message) {
      case ClientMessage.Msg msg -> posting.msg(body, said.id(), msg);
      case ClientMessage.Join join -> rooms.join(body, join);
      case ClientMessage.Leave(var channel) -> rooms.leave(body, channel);
      case ClientMessage.CreateChannel create -> rooms.create(body, create);
      case ClientMessage.Invite invite -> rooms.invite(body, invite);
      case ClientMessage.ListAgents(var channel) -> rooms.agents(body, channel);
      case ClientMessage.History history -> rooms.history(body, history);
      case ClientMessage.SetPresence set -> profile.presence(body, set);
      case ClientMessage.SetNick(var nick) -> profile.nick(body, nick);
      case ClientMessage.Typing(var channel) -> profile.typing(body, channel);
      case ClientMessage.FileChunk chunk -> files.chunk(body, chunk);
      case ClientMessage.RespondingTo claim -> floor.claim(body, claim);
      case ClientMessage.VerifyRequest request -> proving.ask(body, request);
      case ClientMessage.VerifyResponse response -> proving.answer(body, response);
      case ClientMessage.RegisterSkills register -> offering.register(body, register);
      case ClientMessage.SearchSkills search -> offering.search(body, search);
      case ClientMessage.Subscribe subscribe -> hearing.subscribe(body, subscribe);
      case ClientMessage.Mute mute -> hearing.mute(body, mute);
      case ClientMessage.Subscriptions _ -> hearing.list(body);
      case ClientMessage.Callbacks _ -> reminders.list(body);
      case ClientMessage.CancelCallback(var callback) -> reminders.cancel(body, callback);
      case ClientMessage.Identify _, ClientMessage.VerifyIdentity _ ->
          Replies.error(session, ErrorCode.INVALID_MSG, "Already identified");
      case ClientMessage.Ping _,
          ClientMessage.ListChannels _,
          ClientMessage.Admin _,
          ClientMessage.RotateKey _,
          ClientMessage.RevokeKey _ ->
          throw new IllegalStateException("answered above or by the session");
    };
  }

  private boolean isStranger(SessionId session) {
    return !session.equals(state.waiting) && !isBody(session);
  }

  private boolean isBody(SessionId session) {
    var body = state.body;
    return body != null && body.session().equals(session);
  }
}
