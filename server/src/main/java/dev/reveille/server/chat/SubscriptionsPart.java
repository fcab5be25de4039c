package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Filter;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.channel.ChannelFilter;
import dev.reveille.server.channel.SetMute;
import dev.reveille.server.channel.SubscriptionReads;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.mail.MailboxCommand;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Sets an agent's filters and mutes. Part of the agent cell. */
final class SubscriptionsPart implements AgentPart {

  /**
   * An agent's filters and mutes.
   *
   * @param subscriptions its filters by channel; it gets everything of all other channels
   * @param muted the agents that it has muted
   * @param quiet the channels of which it gets no presence notices
   */
  private record Choice(Map<String, Filter> subscriptions, Set<String> muted, Set<String> quiet) {}

  private static final Slot<Choice> CHOICE =
      new Slot<>(() -> new Choice(new TreeMap<>(), new TreeSet<>(), new TreeSet<>()));

  private static final int MAX_MUTED = 200;

  private final ChatParts parts;

  SubscriptionsPart(ChatParts parts) {
    this.parts = parts;
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(
        Request.of(ClientMessage.Subscribe.class, SubscriptionsPart::subscribe),
        Request.of(ClientMessage.Mute.class, this::mute),
        Request.of(ClientMessage.Subscriptions.class, this::list).orSide());
  }

  /**
   * Restores filters and mutes. An agent without a key set them for one session; the channels have
   * them while that session is connected.
   */
  @Override
  public void loaded(Agent agent) {
    if (agent.mayReturn()) {
      var durable = parts.store().reads(SubscriptionReads.class).filters(agent.id);
      for (var each : durable.subscriptions()) {
        choose(agent, each.channel(), Filter.ofJson(each.filter()).orElse(null), each.notices());
      }
      addMuted(agent, durable.muted());
    }
    var body = agent.body;
    if (body == null) return;
    for (var channel : agent.channels) {
      var filter = parts.channelFilters().of(channel, agent.id, body.session());
      addMuted(agent, filter.muted());
      if (filter.only() != null || !filter.notices()) {
        choose(agent, channel, filter.only(), filter.notices());
      }
    }
  }

  private static void addMuted(Agent agent, List<String> muted) {
    if (!muted.isEmpty()) agent.slot(CHOICE).muted().addAll(muted);
  }

  @Override
  public List<Calls<ChatAnswer>.Call> departing(Agent agent, Body body) {
    if (!body.hasKey()) agent.clear(CHOICE);
    return List.of();
  }

  /** Returns the agents that this agent has muted. */
  static List<String> muted(Agent agent) {
    var choice = agent.find(CHOICE);
    return choice == null ? List.of() : List.copyOf(choice.muted());
  }

  /** Returns the agent's filter of a channel. */
  static ChannelFilter filter(Agent agent, String channel) {
    return new ChannelFilter(only(agent, channel), muted(agent), notices(agent, channel));
  }

  private static @Nullable Filter only(Agent agent, String channel) {
    var choice = agent.find(CHOICE);
    return choice == null ? null : choice.subscriptions().get(channel);
  }

  private static boolean notices(Agent agent, String channel) {
    var choice = agent.find(CHOICE);
    return choice == null || !choice.quiet().contains(channel);
  }

  /**
   * Sets what the agent hears of a channel.
   *
   * @param only null = everything
   */
  static void choose(Agent agent, String channel, @Nullable Filter only, boolean notices) {
    if (only == null && notices && agent.find(CHOICE) == null) return;
    var choice = agent.slot(CHOICE);
    if (only != null) choice.subscriptions().put(channel, only);
    else choice.subscriptions().remove(channel);
    if (notices) choice.quiet().remove(channel);
    else choice.quiet().add(channel);
  }

  private static Step subscribe(Agent agent, Body body, ClientMessage.Subscribe subscribe) {
    var channel = subscribe.channel();
    var before = filter(agent, channel);
    var filter = new ChannelFilter(subscribe.only(), muted(agent), subscribe.notices());
    return agent
        .calls()
        .to(
            Cells.channel(channel),
            new ChannelCommand.SetFilter(agent.member(body), filter, true, body.hasKey()))
        .ifUndone(
            _ -> {
              if (agent.isBody(body.session())) {
                choose(agent, channel, before.only(), before.notices());
              }
              return Step.none();
            })
        .then(
            answer ->
                Replies.orError(
                    body,
                    answer,
                    () -> {
                      choose(agent, channel, subscribe.only(), subscribe.notices());
                      return Step.none();
                    }));
  }

  /**
   * Mutes an agent. The answer comes after the mailbox and every channel know of it, so no message
   * of the muted agent follows the answer.
   */
  private Step mute(Agent agent, Body body, ClientMessage.Mute mute) {
    var other = mute.agent();
    if (other.equals(agent.id)) {
      return Replies.error(body, ErrorCode.INVALID_MSG, "An agent cannot mute itself");
    }
    var before = muted(agent);
    if (mute.muted() && !before.contains(other) && before.size() >= MAX_MUTED) {
      return Replies.error(
          body, ErrorCode.RATE_LIMITED, "Too many are muted: at most " + MAX_MUTED);
    }
    boolean changed = mute.muted() != before.contains(other);
    if (changed && mute.muted()) agent.slot(CHOICE).muted().add(other);
    else if (changed) agent.slot(CHOICE).muted().remove(other);
    var muted = muted(agent);
    var answer = new DeliveryEffect.ToSession(body.session(), new ServerMessage.Muted(muted));
    if (!changed) return Step.of(Unit.barrier(List.of(answer)));
    var plan = agent.calls().plan();
    plan.add(tellMailbox(agent, body.session()));
    for (var channel : agent.channels) plan.add(tellChannel(agent, body, channel));
    List<Write> writes =
        body.hasKey()
            ? List.of(new SetMute(agent.id, other, mute.muted(), parts.clock().wallMillis()))
            : List.of();
    var effects = new ArrayList<Effect>();
    if (mute.muted()) effects.addAll(agent.mutedMore(body));
    effects.add(answer);
    return agent.calls().each(plan, () -> Step.of(Unit.bestEffort(writes, effects)));
  }

  /**
   * Sends the agent's mutes to its mailbox. If the mailbox loses them, it gets the mutes of that
   * later moment.
   */
  private static Calls<ChatAnswer>.Call tellMailbox(Agent agent, SessionId session) {
    return agent
        .calls()
        .to(Cells.mailbox(agent.id), new MailboxCommand.Mute(session, muted(agent)))
        .ifUndone(_ -> agent.isBody(session) ? tellMailbox(agent, session).end() : Step.none());
  }

  /**
   * Sends the agent's filter to a channel. If the channel loses it, it gets the filter of that
   * later moment.
   */
  private static Calls<ChatAnswer>.Call tellChannel(Agent agent, Body body, String channel) {
    var filter = agent.filter(channel);
    return agent
        .calls()
        .to(
            Cells.channel(channel),
            new ChannelCommand.SetFilter(agent.member(body), filter, false, false))
        .ifUndone(
            _ -> {
              var now = agent.body;
              return now != null && agent.isBody(body.session())
                  ? tellChannel(agent, now, channel).end()
                  : Step.none();
            });
  }

  /** Lists the channels that the agent is in, or that it will be in when it returns. */
  private Step list(Agent agent, Body body, ClientMessage.Subscriptions asked) {
    var in = new LinkedHashSet<>(agent.channels);
    if (agent.body == null) {
      in.addAll(parts.config().channels());
      in.addAll(agent.memberships);
    }
    var channels =
        in.stream()
            .map(c -> new ServerMessage.Subscription(c, only(agent, c), notices(agent, c)))
            .toList();
    return Replies.reply(body.session(), new ServerMessage.Subscriptions(channels, muted(agent)));
  }
}
