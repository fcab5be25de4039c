package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Names;
import dev.reveille.server.channel.AgentsQuery;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.channel.HistoryQuery;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Joins, leaves and creates channels for an agent. Part of the agent cell. */
final class ChannelsPart implements AgentPart {
  /** The most tries of an entry before the agent is told to try it itself. */
  private static final int MAX_UNDONE = 10;

  /** The automatic channels that this body left. */
  private static final Slot<Set<String>> LEFT = new Slot<>(HashSet::new);

  private final ChatParts parts;

  ChannelsPart(ChatParts parts) {
    this.parts = parts;
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(
        Request.of(ClientMessage.Join.class, this::join),
        Request.of(ClientMessage.Leave.class, this::leave),
        Request.of(ClientMessage.CreateChannel.class, this::create),
        Request.of(ClientMessage.Invite.class, this::invite),
        Request.of(ClientMessage.ListAgents.class, this::agents),
        Request.of(ClientMessage.History.class, this::history));
  }

  @Override
  public List<Calls<ChatAnswer>.Call> departing(Agent agent, Body body) {
    agent.clear(LEFT);
    return List.of();
  }

  private Step join(Agent agent, Body body, ClientMessage.Join join) {
    if (!agent.channels.contains(join.channel())
        && agent.channels.size() >= parts.config().maxChannelsPerAgent()) {
      return Replies.error(
          body, ErrorCode.RATE_LIMITED, "In too many channels: leave one before joining another");
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
              entered(agent, body, channel);
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
            _ ->
                agent.isBody(enter.member().session()) && stillWants(agent, channel, enter.entry())
                    ? enterUnasked(agent, channel, enter.again(agent.filter(channel))).end()
                    : Step.none());
  }

  private Step announce(Agent agent, Body body, String channel) {
    var text = body.name() + " joined " + channel;
    return agent
        .calls()
        .to(Cells.channel(channel), new ChannelCommand.Notice(text))
        .nothingToUndo()
        .end();
  }

  private void entered(Agent agent, Body body, String channel) {
    agent.channels.add(channel);
    var left = agent.find(LEFT);
    if (left != null) left.remove(channel);
    if (body.hasKey()) agent.memberships.add(channel);
  }

  private Step leave(Agent agent, Body body, ClientMessage.Leave leave) {
    var channel = leave.channel();
    forget(agent, channel);
    if (parts.config().channels().contains(channel)) agent.slot(LEFT).add(channel);
    return exit(agent, channel, new ChannelCommand.Exit(agent.member(body), false))
        .then(answer -> Replies.orError(body, answer, Step::none));
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

  private void forget(Agent agent, String channel) {
    agent.channels.remove(channel);
    agent.memberships.remove(channel);
    SubscriptionsPart.choose(agent, channel, null, true);
  }

  /** True if an automatic entry is still to be made: the agent has not left meanwhile. */
  private static boolean stillWants(Agent agent, String channel, ChannelCommand.Entry entry) {
    if (entry == ChannelCommand.Entry.RETURN) return agent.memberships.contains(channel);
    var left = agent.find(LEFT);
    return left == null || !left.contains(channel);
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
    if (agent.channels.size() >= config.maxChannelsPerAgent()) {
      return Replies.error(
          body, ErrorCode.RATE_LIMITED, "In too many channels: leave one before making another");
    }
    var created =
        new ChannelCommand.Create(
            agent.member(body),
            body.hasKey(),
            create.inviteOnly(),
            create.verifiedOnly(),
            agent.filter(channel),
            agent.newcomer(body, parts.clock().wallMillis()));
    return agent
        .calls()
        .to(Cells.channel(channel), created)
        .ifUndone(
            _ -> {
              forget(agent, channel);
              return Step.none();
            })
        .then(
            answer -> {
              if (answer instanceof ChatAnswer.Entered) entered(agent, body, channel);
              return Replies.orError(body, answer, Step::none);
            });
  }

  private Step invite(Agent agent, Body body, ClientMessage.Invite invite) {
    if (!parts.config().privateEnabled()) {
      return Replies.error(body, ErrorCode.INVALID_MSG, "Private channels are disabled");
    }
    if (!Names.isName(invite.agent().substring(1))) {
      return Replies.error(body, ErrorCode.AGENT_NOT_FOUND, "That is no agent's id");
    }
    return agent
        .calls()
        .to(
            Cells.channel(invite.channel()),
            new ChannelCommand.Invite(agent.member(body), invite.agent()))
        .nothingToUndo()
        .then(answer -> Replies.orError(body, answer, Step::none));
  }

  private Step agents(Agent agent, Body body, ClientMessage.ListAgents list) {
    var channel = list.channel();
    return agent
        .calls()
        .to(Cells.channel(channel), new ChannelCommand.ListMembers(agent.member(body)))
        .nothingToUndo()
        .then(
            answer ->
                answer instanceof ChatAnswer.MemberIds(var agents)
                    ? Step.of(
                        Unit.barrier(
                            List.of(
                                new DeliveryEffect.LookUp(
                                    body.session(), new AgentsQuery(channel, agents)))))
                    : Replies.orError(body, answer, Step::none));
  }

  private Step history(Agent agent, Body body, ClientMessage.History history) {
    return agent
        .calls()
        .to(Cells.channel(history.channel()), new ChannelCommand.MayRead(agent.id))
        .nothingToUndo()
        .then(answer -> Replies.orError(body, answer, () -> page(body, history)));
  }

  private static Step page(Body body, ClientMessage.History history) {
    return Step.of(
        Unit.barrier(
            List.of(
                new DeliveryEffect.LookUp(
                    body.session(),
                    new HistoryQuery(
                        history.channel(), history.after(), history.before(), history.limit())))));
  }
}
