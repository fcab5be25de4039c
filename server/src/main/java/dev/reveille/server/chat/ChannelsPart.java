package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.channel.AgentsQuery;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.channel.HistoryQuery;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.limits.ChatConfig;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Joins, leaves and creates channels for an agent. Part of the agent cell. */
final class ChannelsPart implements AgentPart {
  /** The most tries of an entry before the agent is told to try it itself. */
  private static final int MAX_UNDONE = 10;

  /** The automatic channels that this body left. */
  private static final Slot<Set<String>> LEFT = new Slot<>(HashSet::new);

  private final ChatParts parts;
  private final AdmissionCheck check;
  private final SideChannels asides;

  ChannelsPart(ChatParts parts, AdmissionCheck check) {
    this.parts = parts;
    this.check = check;
    asides = new SideChannels(parts, this);
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(
        Request.of(ClientMessage.Join.class, this::join).orSide(),
        Request.of(ClientMessage.Leave.class, this::leave).orSide(),
        Request.of(ClientMessage.CreateChannel.class, this::create).orSide(),
        new Request<>(ClientMessage.Invite.class, this::invite).orSide(),
        Request.of(ClientMessage.ListAgents.class, this::agents).orGuest(),
        Request.of(ClientMessage.History.class, this::history).orGuest());
  }

  @Override
  public List<Calls<ChatAnswer>.Call> departing(Agent agent, Body body) {
    agent.clear(LEFT);
    return List.of();
  }

  private Step join(Agent agent, Body body, ClientMessage.Join join) {
    if (body.side()) return asides.join(agent, body, join);
    if (!agent.channels.contains(join.channel()) && isFull(agent, parts.config())) {
      return tooMany(body, "joining");
    }
    return enter(
        agent,
        body,
        join.channel(),
        new ChannelCommand.Enter(
            agent.member(body),
            ChannelCommand.Entry.ASKED,
            body.hasKey(),
            join.since(),
            agent.filter(join.channel()),
            agent.newcomer(body, parts.clock().wallMillis()),
            0));
  }

  /** True if the agent is in the most channels that it may be in, or would be if it came. */
  static boolean isFull(Agent agent, ChatConfig config) {
    int in = agent.body == null ? agent.memberships.size() : agent.channels.size();
    return in >= config.maxChannelsPerAgent();
  }

  static Step tooMany(Body body, String what) {
    return Replies.error(
        body,
        ErrorCode.RATE_LIMITED,
        "In too many channels: leave one before " + what + " another");
  }

  /**
   * Tries a JOIN again that was undone because the store refused an earlier write, such as a notice
   * on a full disk. That is not the agent's fault. Nothing happens if the agent has left meanwhile.
   */
  private Step joinAgain(
      Agent agent, String channel, ChannelCommand.Enter enter, ChatAnswer answer) {
    boolean first = answer instanceof ChatAnswer.Entered(var entered) && entered;
    boolean wanted = agent.channels.contains(channel);
    if (first) forget(agent, channel);
    var body = agent.body;
    if (body == null || !agent.isBody(enter.member().session())) return Step.none();
    return wanted && enter.undone() < MAX_UNDONE
        ? enter(agent, body, channel, enter.again(agent.filter(channel)))
        : Step.of(Unit.barrier(List.of(Messages.notStored(body.session()))));
  }

  private Step enter(Agent agent, Body body, String channel, ChannelCommand.Enter enter) {
    return agent
        .calls()
        .to(Cells.channel(channel), enter)
        .ifUndone(answer -> joinAgain(agent, channel, enter, answer))
        .then(
            answer -> {
              if (!(answer instanceof ChatAnswer.Entered(var first))) {
                return Replies.orError(body, answer, Step::none);
              }
              var before = MembershipChanges.now(agent, channel);
              entered(agent, body, channel);
              MembershipChanges.decided(agent, channel, before);
              return first ? announce(agent, body, channel) : Step.none();
            });
  }

  /**
   * Enters a channel that the agent did not ask for now. The agent would not ask again, so an
   * undone entry is tried again; only for the present body, and only if the agent has not left
   * meanwhile.
   */
  Calls<ChatAnswer>.Call enterUnasked(Agent agent, String channel, ChannelCommand.Enter enter) {
    return agent
        .calls()
        .to(Cells.channel(channel), enter)
        .ifUndone(
            _ -> {
              if (!agent.isBody(enter.member().session())) return Step.none();
              if (stillWants(agent, channel, enter.entry())) {
                return enterUnasked(agent, channel, enter.again(agent.filter(channel))).end();
              }
              agent.channels.remove(channel);
              return Step.none();
            })
        .noting(
            answer -> {
              if (answer instanceof ChatAnswer.Entered) agent.channels.add(channel);
            });
  }

  static Step announce(Agent agent, Body body, String channel) {
    var text = body.name() + " joined " + channel;
    return agent
        .calls()
        .to(Cells.channel(channel), new ChannelCommand.Notice(text))
        .nothingToUndo()
        .end();
  }

  /** Notes that the body is in the channel. */
  static void entered(Agent agent, Body body, String channel) {
    agent.channels.add(channel);
    left(agent, channel, false);
    if (body.hasKey()) agent.memberships.add(channel);
  }

  private Step leave(Agent agent, Body body, ClientMessage.Leave leave) {
    var channel = leave.channel();
    if (body.side()) return asides.leave(agent, body, channel);
    var before = MembershipChanges.now(agent, channel);
    forget(agent, channel);
    MembershipChanges.decided(agent, channel, before);
    if (parts.config().channels().contains(channel)) left(agent, channel, true);
    return exit(agent, channel, new ChannelCommand.Exit(agent.member(body), false))
        .then(answer -> Replies.orError(body, answer, Step::none));
  }

  /** Notes if the body left a channel that it entered by itself. */
  static void left(Agent agent, String channel, boolean now) {
    if (now) {
      agent.slot(LEFT).add(channel);
      return;
    }
    var left = agent.find(LEFT);
    if (left != null) left.remove(channel);
  }

  static boolean hasLeft(Agent agent, String channel) {
    var left = agent.find(LEFT);
    return left != null && left.contains(channel);
  }

  /**
   * Leaves the channel. If that is undone, it is tried again, unless the agent came back meanwhile.
   */
  private Calls<ChatAnswer>.Call exit(Agent agent, String channel, ChannelCommand.Exit exit) {
    var session = exit.member().session();
    return agent
        .calls()
        .to(Cells.channel(channel), exit)
        .ifUndone(
            _ ->
                agent.isBody(session) && agent.channels.contains(channel)
                    ? Step.of(Unit.barrier(List.of(Messages.notStored(session))))
                    : exit(agent, channel, exit).end());
  }

  static void forget(Agent agent, String channel) {
    agent.channels.remove(channel);
    agent.memberships.remove(channel);
    SubscriptionsPart.choose(agent, channel, null, true);
  }

  /** True if an automatic entry is still to be made: the agent has not left meanwhile. */
  private static boolean stillWants(Agent agent, String channel, ChannelCommand.Entry entry) {
    if (entry == ChannelCommand.Entry.RETURN) return agent.memberships.contains(channel);
    return !hasLeft(agent, channel);
  }

  private Step create(Agent agent, Body body, ClientMessage.CreateChannel create) {
    var config = parts.config();
    if (config.createVerifiedOnly() && !body.verified()) {
      return Replies.error(
          body, ErrorCode.AUTH_REQUIRED, "Only verified agents create channels here");
    }
    var channel = create.channel();
    if (parts.channels().contains(channel)) {
      return Replies.error(body, ErrorCode.CHANNEL_EXISTS, channel + " exists already");
    }
    if (create.inviteOnly() && !config.privateEnabled()) {
      return Replies.error(body, ErrorCode.INVALID_MSG, "Private channels are disabled");
    }
    if (isFull(agent, config)) {
      return tooMany(body, "making");
    }
    var present = agent.body;
    var before = MembershipChanges.now(agent, channel);
    var change = new MembershipChanges.Change();
    var created =
        new ChannelCommand.Create(
            agent.member(body),
            present == null ? null : agent.member(present),
            body.hasKey(),
            create.inviteOnly(),
            create.verifiedOnly(),
            agent.filter(channel),
            agent.newcomer(body, parts.clock().wallMillis()));
    return agent
        .calls()
        .to(Cells.channel(channel), created)
        .ifUndone(_ -> undo(agent, channel, change, created.body()))
        .then(
            answer -> {
              if (answer instanceof ChatAnswer.Entered) {
                if (body.hasKey()) agent.memberships.add(channel);
                if (present != null) entered(agent, present, channel);
                MembershipChanges.made(agent, channel, before, change);
              }
              return Replies.orError(body, answer, Step::none);
            });
  }

  /**
   * Takes back a change of a membership that the store has refused. A body that went meanwhile may
   * not have left the channel because of that change; it leaves now. A body that came meanwhile may
   * have entered or missed the channel; it is put where it belongs.
   *
   * @param then the body when the change was made; null if the agent was away
   */
  Step undo(
      Agent agent,
      String channel,
      MembershipChanges.Change change,
      Presence.@Nullable Member then) {
    MembershipChanges.undo(agent, channel, change);
    if (then == null || agent.isBody(then.session())) return place(agent, channel);
    return agent
        .calls()
        .to(Cells.channel(channel), new ChannelCommand.Exit(then, true))
        .orAgain()
        .then(_ -> place(agent, channel));
  }

  private Step place(Agent agent, String channel) {
    var body = agent.body;
    return body == null ? Step.none() : place(agent, body, channel);
  }

  /** Puts the body into the channel or out of it, as its membership says. */
  private Step place(Agent agent, Body body, String channel) {
    boolean belongs =
        parts.config().channels().contains(channel)
            ? !hasLeft(agent, channel)
            : agent.memberships.contains(channel);
    return agent
        .calls()
        .to(
            Cells.channel(channel),
            new ChannelCommand.Place(agent.member(body), belongs, agent.filter(channel)))
        .ifUndone(
            _ -> {
              var now = agent.body;
              return now != null && agent.isBody(body.session())
                  ? place(agent, now, channel)
                  : Step.none();
            })
        .then(
            answer -> {
              if (answer instanceof ChatAnswer.Done && belongs) agent.channels.add(channel);
              else if (!isUnread(answer)) agent.channels.remove(channel);
              return Step.none();
            });
  }

  private static boolean isUnread(ChatAnswer answer) {
    return answer instanceof ChatAnswer.Refused(var code, _) && code == ErrorCode.STORE_UNAVAILABLE;
  }

  private Step invite(Agent agent, Body body, ClientMessage.Invite invite, String id) {
    if (!parts.config().privateEnabled()) {
      return Replies.error(body, ErrorCode.INVALID_MSG, "Private channels are disabled");
    }
    // A channel that is not there is told before a name that means nobody.
    return agent.ifMayRead(
        body,
        invite.channel(),
        () ->
            agent.meaning(
                body, invite.agent(), target -> invite(agent, body, invite.channel(), id, target)));
  }

  private Step invite(Agent agent, Body body, String channel, String id, String target) {
    return agent
        .calls()
        .to(
            Cells.channel(channel),
            new ChannelCommand.Invite(
                id, agent.member(body), target, check.aside(agent, body, channel)))
        .nothingToUndo()
        .then(answer -> Replies.orError(body, answer, Step::none));
  }

  private Step agents(Agent agent, Body body, ClientMessage.ListAgents list) {
    var channel = list.channel();
    return agent
        .calls()
        .to(
            Cells.channel(channel),
            new ChannelCommand.ListMembers(agent.member(body), check.aside(agent, body, channel)))
        .nothingToUndo()
        .then(
            answer ->
                answer instanceof ChatAnswer.MemberIds(var agents)
                    ? Replies.lookUp(body, new AgentsQuery(channel, agents))
                    : Replies.orError(body, answer, Step::none));
  }

  private Step history(Agent agent, Body body, ClientMessage.History history) {
    var channel = history.channel();
    return agent.ifMayRead(
        body,
        channel,
        () ->
            Replies.lookUp(
                body,
                new HistoryQuery(channel, history.after(), history.before(), history.limit())));
  }
}
