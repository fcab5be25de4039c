package dev.reveille.server.channel;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.Repeats;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.StreamHead;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of one channel: its members, its last seq and its limits.
 *
 * <p>The channel cell owns it. Only the cell and the classes it dispatches to use it, one command
 * at a time.
 */
final class ChannelState {
  private final String name;
  private final ChatConfig config;
  private final Clock clock;

  /** Absent until the channel is created. */
  private @Nullable StoredChannel info;

  private final Map<String, Presence.Member> members = new LinkedHashMap<>();
  private final Set<String> invited = new HashSet<>();

  /** Empty for a channel that takes everybody: whoever has a key is as good as stored there. */
  private final StoredMembers stored = new StoredMembers();

  private final boolean automatic;

  /** Lost when the cell is loaded again: claims are advice, and short-lived. */
  private final Floor floor;

  private final ReceiverFilters filters = new ReceiverFilters(members);
  private PostingLimits limits;
  private Repeats repeats;
  private long lastSeq;
  private long lastTs;

  /** The members as JOINED lists them, shared by all replays until one changes. */
  private @Nullable List<ServerMessage.Member> listed;

  ChannelState(String name, ChatConfig config, Clock clock) {
    this.name = name;
    this.config = config;
    this.clock = clock;
    automatic = config.channels().contains(name);
    floor = new Floor(config.claimTtl());
    limits = new PostingLimits(name, config.moderation(), clock);
    repeats = new Repeats(name, clock);
  }

  String name() {
    return name;
  }

  ChatConfig config() {
    return config;
  }

  Clock clock() {
    return clock;
  }

  /** Returns the channel as it is stored; null until it is created. */
  @Nullable StoredChannel info() {
    return info;
  }

  boolean exists() {
    return info != null;
  }

  void open(StoredChannel stored) {
    info = stored;
  }

  /** Goes on after the last message that is stored. */
  void continueAfter(StreamHead head, Repeats stored) {
    lastSeq = head.lastSeq();
    lastTs = head.lastTs();
    repeats = stored;
  }

  /** Knows the ids of what was said lately. */
  Repeats repeats() {
    return repeats;
  }

  /** Forgets the channel; a new one of this name begins again with seq 1. */
  void close() {
    info = null;
    invited.clear();
    stored.clear();
    lastSeq = 0;
    repeats.clear();
    limits = new PostingLimits(name, config.moderation(), clock);
  }

  /** Returns the ids of all agents that were ever invited. */
  Set<String> invited() {
    return invited;
  }

  /** True if the channel takes every agent that connects. */
  boolean isAutomatic() {
    return automatic;
  }

  /** Notes that the membership of an agent with a key is stored. */
  void keep(String agent) {
    if (!automatic) stored.add(agent);
  }

  /** Notes that the membership of an agent is stored no longer. */
  void letGo(String agent) {
    stored.remove(agent);
  }

  /** True if an agent with a key is in the channel, or will be when it returns. */
  boolean concerns(String agent) {
    return automatic || members.containsKey(agent) || stored.contains(agent);
  }

  Floor floor() {
    return floor;
  }

  ReceiverFilters filters() {
    return filters;
  }

  PostingLimits limits() {
    return limits;
  }

  void add(Presence.Member member, ChannelFilter filter) {
    members.put(member.agent(), member);
    filters.membersChanged();
    filters.put(member, filter);
    listed = null;
  }

  /** Replaces a member's name or verification; its session is the same. */
  void update(Presence.Member member) {
    members.put(member.agent(), member);
    listed = null;
  }

  void remove(String agent) {
    members.remove(agent);
    filters.membersChanged();
    filters.forget(agent);
    listed = null;
  }

  Presence.@Nullable Member member(String agent) {
    return members.get(agent);
  }

  /** Returns the members in the order in which they came in. */
  Collection<Presence.Member> members() {
    return members.values();
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  /** True if the agent is in by this session; an older session of the same agent is not. */
  boolean isIn(Presence.Member member) {
    var known = members.get(member.agent());
    return known != null && known.session().equals(member.session());
  }

  /** True if the channel is small enough to tell its members who comes and goes. */
  boolean announces() {
    return members.size() <= config.announceMaxMembers();
  }

  /** Returns the members as JOINED lists them. */
  List<ServerMessage.Member> listed() {
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

  List<SessionId> everyone() {
    return filters.everyone();
  }

  long lastSeq() {
    return lastSeq;
  }

  long nextSeq() {
    return ++lastSeq;
  }

  /** Returns the time of the next message: never before the last one, whatever the clock says. */
  long nextTs() {
    return nextTs(clock.wallMillis());
  }

  /** Returns the time of the message with this id. */
  long nextTs(String id) {
    return nextTs(repeats.timeOf(id));
  }

  private long nextTs(long now) {
    lastTs = Math.max(lastTs, now);
    return lastTs;
  }

  /** Returns the wall time. */
  long now() {
    return clock.wallMillis();
  }

  AppendEvent event(String kind, String agent) {
    return new AppendEvent(now(), kind, agent, name, null);
  }

  /**
   * Returns why an agent may not come in; empty if it may. An agent that returns was let in before.
   * The configuration opens no private channel.
   */
  Optional<Step> closedTo(String agent, boolean verified, ChannelCommand.Entry entry) {
    var channel = info;
    if (channel == null) return Optional.of(unknown());
    boolean mustBeInvited = channel.inviteOnly() && entry != ChannelCommand.Entry.RETURN;
    if (mustBeInvited && !invited.contains(agent)) {
      return Optional.of(refuse(ErrorCode.NOT_INVITED, "An invitation to " + name + " is needed"));
    }
    return channel.verifiedOnly() && !verified
        ? Optional.of(refuse(ErrorCode.AUTH_REQUIRED, name + " is for verified agents"))
        : Optional.empty();
  }

  /**
   * Returns why a session may not act as a member; empty if it may. It is a member, or a side
   * session of an agent that may be one.
   *
   * @param aside the right of a side session; null if it has none
   */
  Optional<Step> notActing(Presence.Member session, ChannelCommand.@Nullable Entry aside) {
    if (info == null) return Optional.of(unknown());
    if (isIn(session)) return Optional.empty();
    return aside == null
        ? Optional.of(notMember())
        : closedTo(session.agent(), session.verified(), aside);
  }

  static Step done(Unit... units) {
    return Step.answer(new ChatAnswer.Done(), units);
  }

  /** Refuses a command to a channel that does not exist. */
  Step unknown() {
    return refuse(ErrorCode.CHANNEL_NOT_FOUND, "No channel " + name);
  }

  /** Refuses what only members may do. */
  Step notMember() {
    return refuse(ErrorCode.NOT_INVITED, "Not a member of " + name);
  }

  static Step refuse(ErrorCode code, String reason) {
    return Step.answer(new ChatAnswer.Refused(code, reason));
  }
}
