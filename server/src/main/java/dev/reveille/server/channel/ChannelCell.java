package dev.reveille.server.channel;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.identity.AgentRowWrites;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.store.AppendEntry;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Owns a channel: who is in it, who may come in, and the order of what is said.
 *
 * <p>A message's seq, its place in the store and its receivers are decided in one step, so seq
 * order, commit order and fan-out order are the same.
 */
public final class ChannelCell implements Cell {
  /** Invitations are kept for good, so there must be an end to them. */
  private static final int MAX_INVITED = 10_000;

  private final String name;
  private final ChatConfig config;
  private final Clock clock;
  private final ChannelList list;

  /** Absent until the channel is created. */
  private @Nullable StoredChannel info;

  private final Map<String, Presence.Member> members = new LinkedHashMap<>();
  private final Set<String> invited;

  /** Lost when the cell is loaded again: claims are advice, and short-lived. */
  private final Floor floor;

  private long lastSeq;
  private long lastTs;

  private final ReceiverFilters hearers = new ReceiverFilters(members);
  private PostingLimits restraint;

  /** The members as JOINED lists them, shared by all replays until one changes. */
  private @Nullable List<ServerMessage.Member> listed;

  private ChannelCell(
      String name, ChatConfig config, Clock clock, Set<String> invited, ChannelList list) {
    this.list = list;
    this.name = name;
    this.config = config;
    this.clock = clock;
    this.invited = invited;
    floor = new Floor(config.claimTtl());
    restraint = new PostingLimits(name, config.moderation(), clock);
  }

  public static ChannelCell load(
      String name, ChatConfig config, Clock clock, Store store, Presence presence) {
    return load(
        name,
        config,
        clock,
        store,
        presence,
        new ChannelFilters(),
        new ChannelList(presence, store.reads(ChannelReads.class).channels()));
  }

  public static ChannelCell load(
      String name,
      ChatConfig config,
      Clock clock,
      Store store,
      Presence presence,
      ChannelFilters attentions,
      ChannelList list) {
    var info = store.reads(ChannelReads.class).channel(name).orElse(null);
    var invited =
        info == null
            ? new HashSet<String>()
            : new HashSet<>(store.reads(ChannelReads.class).invited(name));
    var cell = new ChannelCell(name, config, clock, invited, list);
    cell.info = info;
    if (info != null) {
      var head = store.reads(EntryReads.class).head(name);
      cell.lastSeq = head.lastSeq();
      cell.lastTs = head.lastTs();
      store.reads(SlowModeReads.class).slowMode(name).ifPresent(cell.restraint::slowDown);
      for (var member : presence.roster(name)) {
        cell.members.put(member.agent(), member);
        cell.hearers.put(member, attentions.of(name, member.agent(), member.session()));
      }
    }
    return cell;
  }

  @Override
  public boolean mayUnload() {
    return members.isEmpty();
  }

  @Override
  public Step handle(Command command) {
    return switch ((ChannelCommand) command) {
      case ChannelCommand.Post post -> post(post);
      case ChannelCommand.Enter enter -> enter(enter);
      case ChannelCommand.Exit(var member, var gone) -> exit(member, gone);
      case ChannelCommand.Notice(var text) ->
          info == null || !announces() ? done() : done(notice(text));
      case ChannelCommand.Create create -> create(create);
      case ChannelCommand.Establish() -> establish();
      case ChannelCommand.Close(var foundAt) -> close(foundAt);
      case ChannelCommand.Invite(var inviter, var target) -> invite(inviter, target);
      case ChannelCommand.CallTheRoll(var asker) -> callTheRoll(asker);
      case ChannelCommand.MayRead(var agent) -> mayRead(agent);
      case ChannelCommand.Type(var typist) -> type(typist);
      case ChannelCommand.Claim claim -> claim(claim);
      case ChannelCommand.ReleaseFloor(var session) -> {
        floor.release(session);
        yield done();
      }
      case ChannelCommand.Announce(var text) ->
          info == null || !announces() ? done() : done(said(text));
      case ChannelCommand.SayFor say -> sayFor(say);
      case ChannelCommand.FindFellows(var agent) ->
          Step.answer(new ChatAnswer.Fellows(announces() ? fellows(agent) : List.of()));
      case ChannelCommand.Rename(var member, var oldName) -> rename(member, oldName);
      case ChannelCommand.Attend attend -> attend(attend);
      case ChannelCommand.SlowDown slow -> slowDown(slow);
      case ChannelCommand.Update(var member) -> update(member);
    };
  }

  private Step post(ChannelCommand.Post post) {
    if (info == null) return unknown();
    var author = post.author();
    if (!isIn(author)) return refuse(ErrorCode.NOT_INVITED, "Not a member of " + name);
    var held = restraint.holdBack(post);
    if (held.isPresent()) return held.get();
    floor.release(author.session());
    var stored =
        new StoredEntry(
            name,
            ++lastSeq,
            nextTs(),
            post.id(),
            author.agent(),
            author.name(),
            author.verified(),
            post.content(),
            post.clientMsgId(),
            post.extras(),
            post.kind());
    var receivers =
        hearers.of(new FilteredText(author.agent(), post.content(), post.mentions(), post.tags()));
    var attached = post.attached();
    Effect fanout =
        new DeliveryEffect.Fanout(
            name,
            receivers.shared(),
            receivers.also(),
            Messages.wire(stored),
            post.mentions(),
            author.session(),
            post.clientMsgId());
    return Step.answer(
        new ChatAnswer.Placed(name, stored.seq()),
        Unit.required(
            AgentRowWrites.writes(
                post.newcomer(),
                ChannelCell.<Write>with(new AppendEntry(stored), attached.writes())),
            AgentRowWrites.effects(post.newcomer(), with(fanout, attached.effects())),
            with(Messages.notStored(author.session()), attached.otherwise())));
  }

  private static <T> List<T> with(T first, List<? extends T> others) {
    if (others.isEmpty()) return List.of(first);
    var all = new ArrayList<T>();
    all.add(first);
    all.addAll(others);
    return all;
  }

  private Step enter(ChannelCommand.Enter enter) {
    var channel = info;
    var member = enter.member();
    boolean asked = enter.entry() == ChannelCommand.Entry.ASKED;
    if (channel == null) return unknown();
    // Who returns was let in before; being named in the configuration opens no private channel.
    boolean mustBeInvited =
        channel.inviteOnly() && enter.entry() != ChannelCommand.Entry.RETURN && !isIn(member);
    if (mustBeInvited && !invited.contains(member.agent())) {
      return refuse(ErrorCode.NOT_INVITED, "An invitation to " + name + " is needed");
    }
    if (channel.verifiedOnly() && !member.verified()) {
      return refuse(ErrorCode.AUTH_REQUIRED, name + " is for verified agents");
    }
    boolean first = !isIn(member);
    var effects = new ArrayList<Effect>();
    var writes = new ArrayList<Write>();
    if (first) {
      members.put(member.agent(), member);
      membersChanged();
      hearers.put(member, enter.attention());
      effects.add(new ChannelEffect.Entered(name, member));
      effects.addAll(attends(member, enter.attention()));
      if (announces()) {
        effects.add(
            new DeliveryEffect.ToMany(
                audience(),
                new ServerMessage.AgentJoined(
                    name, member.agent(), member.name(), member.verified()),
                member.session()));
      }
    }
    if (enter.keep()) {
      // Best effort like the membership, so nobody is told that the row is durable.
      writes.addAll(AgentRowWrites.writes(enter.newcomer(), List.of()));
      writes.add(new AddMember(name, member.agent(), now()));
    }
    if (asked) {
      if (first) writes.add(event("channel.joined", member.agent()));
      effects.add(replay(member, enter.since()));
    }
    return Step.answer(new ChatAnswer.Entered(first), Unit.bestEffort(writes, effects));
  }

  private Effect replay(Presence.Member member, @Nullable Long since) {
    long from = since != null ? since + 1 : lastSeq - config.messageBufferSize() + 1;
    return new ChannelEffect.Replay(
        member.session(),
        name,
        listed(),
        Math.max(1, from),
        lastSeq,
        hearers.mutedFor(member.agent()));
  }

  private Step exit(Presence.Member member, boolean gone) {
    if (info == null) return done();
    floor.release(member.session());
    var effects = new ArrayList<Effect>();
    var writes = new ArrayList<Write>();
    if (isIn(member)) {
      boolean announced = announces();
      members.remove(member.agent());
      membersChanged();
      hearers.forget(member.agent());
      effects.add(new ChannelEffect.Exited(name, member.agent(), member.session()));
      if (announced) {
        var left = new ServerMessage.AgentLeft(name, member.agent(), gone ? null : member.name());
        effects.add(new DeliveryEffect.ToMany(audience(), left, null));
      }
      if (!gone) writes.add(event("channel.left", member.agent()));
    }
    if (!gone) {
      writes.add(new RemoveMember(name, member.agent()));
      writes.add(new SetSubscription(member.agent(), name, null));
      effects.add(new DeliveryEffect.ToSession(member.session(), new ServerMessage.Left(name)));
    }
    return done(Unit.bestEffort(writes, effects));
  }

  /** A stored notice of the server. It costs nobody an error if it cannot be stored. */
  private Unit notice(String text) {
    var stored =
        new StoredEntry(
            name, ++lastSeq, nextTs(), null, Names.SERVER, "Server", null, text, null, "");
    var receivers = hearers.of(new FilteredText(Names.SERVER, text, List.of(), List.of()));
    return Unit.required(
        List.of(new AppendEntry(stored)),
        List.of(
            new DeliveryEffect.Fanout(
                name,
                receivers.shared(),
                receivers.also(),
                Messages.wire(stored),
                List.of(),
                null,
                null)),
        List.of());
  }

  private Step create(ChannelCommand.Create create) {
    if (info != null) return refuse(ErrorCode.CHANNEL_EXISTS, name + " exists already");
    if (!list.claim(name, config.maxChannels())) {
      return refuse(ErrorCode.RATE_LIMITED, "There are too many channels");
    }
    var creator = create.creator();
    var channel =
        new StoredChannel(name, create.inviteOnly(), create.verifiedOnly(), creator.agent(), now());
    info = channel;
    members.put(creator.agent(), creator);
    membersChanged();
    hearers.put(creator, create.attention());
    invited.add(creator.agent());
    var writes = new ArrayList<Write>();
    writes.add(new AddChannel(channel));
    writes.add(new AddInvitation(name, creator.agent(), creator.agent(), now()));
    if (create.keep()) writes.add(new AddMember(name, creator.agent(), now()));
    writes.add(event("channel.created", creator.agent()));
    var effects = new ArrayList<Effect>();
    effects.add(new ChannelEffect.ChannelOpened(channel));
    effects.add(new ChannelEffect.Entered(name, creator));
    effects.addAll(attends(creator, create.attention()));
    effects.add(
        new DeliveryEffect.ToSession(
            creator.session(), new ServerMessage.Created(name, creator.agent())));
    return Step.answer(
        new ChatAnswer.Entered(true),
        Unit.required(
            AgentRowWrites.writes(create.newcomer(), writes),
            AgentRowWrites.effects(create.newcomer(), effects),
            List.of(
                new ChannelEffect.ChannelNotOpened(name), Messages.notStored(creator.session()))));
  }

  /**
   * Removes the channel if nobody is in it and nothing was said since it was found to be abandoned.
   * The store looks once more whether a member is stored.
   */
  private Step close(long foundAt) {
    if (info == null || !members.isEmpty() || lastSeq != foundAt) return done();
    if (config.channels().contains(name)) return done();
    info = null;
    invited.clear();
    lastSeq = 0;
    restraint = new PostingLimits(name, config.moderation(), clock);
    return done(
        Unit.required(
            List.of(
                new RemoveChannel(name),
                new AppendEvent(now(), "channel.removed", null, name, "Nobody was in it")),
            List.of(new ChannelEffect.ChannelClosed(name)),
            List.of()));
  }

  /** Who comes in and hears everything leaves no note of it. */
  private List<Effect> attends(Presence.Member member, ChannelFilter attention) {
    return attention.isFull()
        ? List.of()
        : List.of(new ChannelEffect.Attends(name, member.agent(), member.session(), attention));
  }

  private Step establish() {
    if (info != null) return done();
    var channel = new StoredChannel(name, false, false, null, now());
    info = channel;
    return done(
        Unit.required(
            List.of(new AddChannel(channel)),
            List.of(new ChannelEffect.ChannelOpened(channel)),
            List.of()));
  }

  private Step invite(Presence.Member inviter, String target) {
    if (info == null) return unknown();
    if (!isIn(inviter)) return refuse(ErrorCode.NOT_INVITED, "Not a member of " + name);
    if (invited.size() >= MAX_INVITED && !invited.contains(target)) {
      return refuse(ErrorCode.RATE_LIMITED, "Too many are invited to " + name);
    }
    invited.add(target);
    var text =
        new ServerMessage.Msg(
            now(),
            inviter.agent(),
            inviter.name(),
            target,
            "You have been invited to " + name,
            0,
            null,
            null,
            "");
    return done(
        Unit.required(
            List.of(new AddInvitation(name, target, inviter.agent(), now())),
            List.of(new DeliveryEffect.ToAgent(target, text)),
            List.of(Messages.notStored(inviter.session()))));
  }

  private Step callTheRoll(Presence.Member asker) {
    var channel = info;
    if (channel == null) return unknown();
    return channel.inviteOnly() && !isIn(asker)
        ? refuse(ErrorCode.NOT_INVITED, "Not a member of " + name)
        : Step.answer(new ChatAnswer.Roll(List.copyOf(members.keySet())));
  }

  private Step mayRead(String agent) {
    if (info == null) return unknown();
    return members.containsKey(agent)
        ? done()
        : refuse(ErrorCode.NOT_INVITED, "Not a member of " + name);
  }

  private Step type(Presence.Member typist) {
    if (members.isEmpty() || !mayHint(typist)) return done();
    var typing = new ServerMessage.Typing(typist.agent(), typist.name(), name);
    return done(
        Unit.barrier(
            List.of(
                new DeliveryEffect.ToMany(
                    hearers.noticing(typist.agent()), typing, typist.session()))));
  }

  /** The answer leaves in the channel's own order: what comes before it was not yet chosen. */
  private Step attend(ChannelCommand.Attend attend) {
    if (info == null) return unknown();
    var member = attend.member();
    if (!isIn(member)) return refuse(ErrorCode.NOT_INVITED, "Not a member of " + name);
    var attention = attend.attention();
    hearers.put(member, attention);
    var effects = new ArrayList<Effect>();
    var writes = new ArrayList<Write>();
    effects.add(new ChannelEffect.Attends(name, member.agent(), member.session(), attention));
    var only = attention.only();
    if (attend.asked()) {
      effects.add(
          new DeliveryEffect.ToSession(member.session(), new ServerMessage.Subscribed(name, only)));
      if (attend.keep()) {
        var filter = only == null ? null : only.json();
        writes.add(new SetSubscription(member.agent(), name, filter));
      }
    }
    return done(
        Unit.bestEffort(
            writes,
            effects,
            attend.asked() ? List.of(Messages.notStored(member.session())) : List.of()));
  }

  private Step slowDown(ChannelCommand.SlowDown slow) {
    var request = slow.request();
    if (info == null) {
      return Step.of(
          Unit.barrier(request.refused(ErrorCode.CHANNEL_NOT_FOUND, "No channel " + name)));
    }
    long seconds = slow.seconds();
    restraint.slowDown(seconds);
    var fields = new JsonText(64).field("channel", name).field("seconds", seconds).fields();
    var writes = new ArrayList<Write>();
    writes.add(new SetSlowMode(name, seconds));
    writes.add(
        new AppendEvent(now(), "moderation.slow_mode", null, name, seconds + " s by an operator"));
    writes.addAll(slow.audit());
    return done(
        Unit.required(
            writes,
            List.of(request.answered(new ServerMessage.AdminResult("slow_mode", true, fields))),
            request.refused(ErrorCode.STORE_UNAVAILABLE, Messages.NOT_STORED)));
  }

  private Step claim(ChannelCommand.Claim claim) {
    var claimant = claim.claimant();
    if (!mayHint(claimant)) return done();
    var verdict = floor.claim(claim.msgId(), claimant, claim.startedAt(), clock.nanos());
    long now = clock.wallMillis();
    return FloorReply.of(
        name,
        hearers.noticing(claimant.agent()),
        claim,
        verdict,
        now,
        now + config.claimTtl().toMillis());
  }

  /**
   * From outside one may type and claim where one could come in, and nobody learns of the other
   * channels.
   */
  private boolean mayHint(Presence.Member agent) {
    var channel = info;
    if (channel == null) return false;
    return isIn(agent) || (!channel.inviteOnly() && (!channel.verifiedOnly() || agent.verified()));
  }

  /** Something of the server that is not stored and has no seq. */
  private Unit said(String text) {
    var message =
        new ServerMessage.Msg(now(), Names.SERVER, "Server", name, text, 0, null, null, "");
    return Unit.barrier(List.of(new DeliveryEffect.ToMany(audience(), message, null)));
  }

  /** What an agent's own message would have to wait for, this waits for too. */
  private Step sayFor(ChannelCommand.SayFor say) {
    if (info == null) return unknown();
    var agent = say.agent();
    var origin = members.get(agent);
    if (say.session() != null && (origin == null || !origin.session().equals(say.session()))) {
      return refuse(ErrorCode.NOT_INVITED, "Not a member of " + name);
    }
    var wait = restraint.holdBack(agent, origin != null && origin.verified());
    if (!wait.isZero()) return Step.answer(new ChatAnswer.Later(wait.toMillis() + 1));
    var entry =
        new StoredEntry(
            name,
            ++lastSeq,
            nextTs(),
            say.id(),
            Names.SERVER,
            "server",
            null,
            say.content(),
            null,
            say.extras(),
            say.kind());
    var receivers = hearers.of(new FilteredText(agent, entry.content(), List.of(), List.of()));
    var detail = "{" + say.fields() + ",\"seq\":" + entry.seq() + "}";
    var writes = new ArrayList<Write>();
    writes.add(new AppendEntry(entry));
    writes.add(new AppendEvent(now(), say.event(), agent, name, detail));
    writes.addAll(say.attached().writes());
    var effects = new ArrayList<Effect>();
    effects.add(
        new DeliveryEffect.Fanout(
            name,
            receivers.shared(),
            receivers.also(),
            Messages.wire(entry),
            List.of(),
            null,
            null));
    effects.addAll(say.attached().effects());
    return Step.answer(
        new ChatAnswer.Placed(name, entry.seq()),
        Unit.required(writes, effects, say.attached().otherwise()));
  }

  private Step rename(Presence.Member member, String oldName) {
    if (!isIn(member)) return done();
    members.put(member.agent(), member);
    listed = null;
    var changed = new ServerMessage.NickChanged(member.agent(), oldName, member.name());
    return done(
        Unit.barrier(
            List.of(
                new ChannelEffect.Entered(name, member),
                new DeliveryEffect.ToMany(audience(), changed, null))));
  }

  private Step update(Presence.Member member) {
    if (!isIn(member)) return done();
    members.put(member.agent(), member);
    listed = null;
    return done(Unit.barrier(List.of(new ChannelEffect.Entered(name, member))));
  }

  private boolean announces() {
    return members.size() <= config.announceMaxMembers();
  }

  /** In, and by this session: a displaced body is not. */
  private boolean isIn(Presence.Member member) {
    var known = members.get(member.agent());
    return known != null && known.session().equals(member.session());
  }

  private void membersChanged() {
    hearers.membersChanged();
    listed = null;
  }

  private List<ServerMessage.Member> listed() {
    var list = listed;
    if (list == null) {
      list =
          members.values().stream()
              .map(m -> new ServerMessage.Member(m.agent(), m.name(), m.verified()))
              .toList();
      listed = list;
    }
    return list;
  }

  private List<SessionId> audience() {
    return hearers.everyone();
  }

  private List<SessionId> fellows(String agent) {
    return members.values().stream()
        .filter(m -> !m.agent().equals(agent))
        .map(Presence.Member::session)
        .toList();
  }

  /** Within a channel time never goes back, whatever the wall clock does. */
  private long nextTs() {
    lastTs = Math.max(lastTs, clock.wallMillis());
    return lastTs;
  }

  private long now() {
    return clock.wallMillis();
  }

  private Write event(String kind, String agent) {
    return new AppendEvent(now(), kind, agent, name, null);
  }

  private static Step done(Unit... units) {
    return Step.answer(new ChatAnswer.Done(), units);
  }

  private Step unknown() {
    return refuse(ErrorCode.CHANNEL_NOT_FOUND, "No channel " + name);
  }

  private static Step refuse(ErrorCode code, String reason) {
    return Step.answer(new ChatAnswer.Refused(code, reason));
  }
}
