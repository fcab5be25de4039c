package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.channel.ChannelFilter;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.EntryLookup;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.identity.AgentKeys;
import dev.reveille.server.identity.SaveAgent;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.limits.TokenBucket;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An agent as the parts of its cell see it: its identity, its body, its channels, and the values
 * that each part stores in a slot. Owned by the cell's lane; a part must not store a reference to
 * it.
 */
public final class Agent {
  final String id;
  private final AgentParts parts;
  private final Calls<ChatAnswer> calls = new Calls<>(Agent::read);
  private final Slots slots = new Slots();

  /** The channels in which this agent stays a member while it is away. */
  final Set<String> memberships;

  final ClientKeys keys;

  /** The durable keys that the agent had and has. */
  AgentKeys ring;

  /** True if the server keeps the agent's private key. Such an agent is never verified. */
  boolean kept;

  /** The ids of the tokens that speak for the agent and are not revoked. */
  final Set<String> tokens = new HashSet<>();

  private final TokenBucket rate;

  @Nullable Body body;

  /** A second body that waits to take over. */
  @Nullable SessionId waiting;

  PresenceStatus status = PresenceStatus.ONLINE;
  @Nullable String statusText;

  /** True if the body is told of wakes. */
  boolean takesWakes = true;

  /** The channels that the body is in now, in order of entry. */
  final Set<String> channels = new LinkedHashSet<>();

  /** The name that the store has for it; empty if it is not known. */
  String lastName = "";

  /** The time that the store has for its last visit. */
  long lastSeen;

  /** The agents that are away and that the message in hand may mean. */
  AbsentAgents absent = AbsentAgents.NONE;

  /** The time at which the server first saw this key; 0 = never before. */
  long firstSeen;

  /** The key of its last body, if that had one. */
  @Nullable String lastKey;

  /** True if it has a key, so that it can return and is stored. */
  boolean keyed;

  /** True if the store is known to have the agent's row. */
  boolean recorded;

  Agent(
      String id,
      AgentParts parts,
      AgentKeys ring,
      List<String> memberships,
      ClientKeys keys,
      TokenBucket rate) {
    this.id = id;
    this.parts = parts;
    this.ring = ring;
    this.memberships = new LinkedHashSet<>(memberships);
    this.keys = keys;
    this.rate = rate;
  }

  /** Returns the answer of a called cell. A cell that could not answer counts as a refusal. */
  private static ChatAnswer read(Answer answer) {
    return answer instanceof ChatAnswer said
        ? said
        : new ChatAnswer.Refused(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE);
  }

  public String id() {
    return id;
  }

  /** Returns the session by which the agent is present; null while it is away. */
  public @Nullable Body body() {
    return body;
  }

  /** True if this session is the agent's body. */
  public boolean isBody(SessionId session) {
    var now = body;
    return now != null && now.session().equals(session);
  }

  /** True if this session speaks for the agent: its body, or a side session. */
  public boolean speaks(SessionId session) {
    return isBody(session) || SidePart.find(this, session) != null;
  }

  /** Returns the agent's side sessions in the order in which they were opened. */
  public List<SessionId> sides() {
    return SidePart.sessions(this);
  }

  /** Returns the calls of this agent's cell to the cells below it. */
  public Calls<ChatAnswer> calls() {
    return calls;
  }

  /** Returns a part's value for this agent, and creates it if there is none yet. */
  public <T> T slot(Slot<T> slot) {
    return slots.get(slot);
  }

  /** Returns a part's value for this agent; null if there is none. */
  public <T> @Nullable T find(Slot<T> slot) {
    return slots.find(slot);
  }

  /** Removes a part's value for this agent. */
  public void clear(Slot<?> slot) {
    slots.clear(slot);
  }

  /** Returns the channels that the body is in now, in order of entry. Read only. */
  public Set<String> channels() {
    return Collections.unmodifiableSet(channels);
  }

  /**
   * True if the agent is in the channel. While it is away: true if it will be in the channel when
   * it returns.
   */
  public boolean isMember(String channel) {
    return channels.contains(channel) || (body == null && parts.mayReturnTo(this, channel));
  }

  /** True if the agent is in the channel, or would be if it came now. So it may read there. */
  public boolean mayRead(String channel) {
    return channels.contains(channel) || parts.mayReturnTo(this, channel);
  }

  /**
   * Returns the right by which a side session acts in a channel; null if it has none, or if the
   * session is the body. The channel checks if that right is enough.
   */
  public ChannelCommand.@Nullable Entry aside(Body session, String channel) {
    return parts.aside(this, session, channel);
  }

  /** True if the agent's id is that of a key, so that it can return and the store may know it. */
  public boolean mayReturn() {
    return Names.isKeyId(id.substring(1));
  }

  /** Returns the effects that follow after the agent has muted another agent. */
  List<Effect> mutedMore(Body muting) {
    return parts.mutedMore(this, muting);
  }

  /**
   * Places an entry of a feature in a channel, for a session of the agent. The entry gets its seq,
   * is stored, replayed and sent to the members like a message, and the session gets its echo. A
   * repeat of its {@code client_msg_id} gets the first echo again, also if that key was used for an
   * entry of another kind. Rate, mutes and floods are checked. In the content, secrets are redacted
   * and mentions resolved; those of agents that are away only if the request is {@link
   * ClientMessage.Addressed} and its {@code text} is the content. An entry that is refused is
   * answered with an ERROR.
   *
   * @param id the request's, which becomes the id of the entry
   * @param placing decides whether the entry is placed, and is told what became of it
   */
  public Step place(Body by, String id, String channel, EntryDraft draft, Placing placing) {
    return parts.place(this, by, id, channel, draft, placing);
  }

  /**
   * Goes on with {@code then} if the session may read the channel; answers it with an ERROR if not.
   * A side session may read where its agent is, or would be if it came now.
   */
  public Step ifMayRead(Body by, String channel, Supplier<Step> then) {
    return calls
        .to(
            Cells.channel(channel),
            new ChannelCommand.MayRead(id, by.verified(), parts.aside(this, by, channel)))
        .nothingToUndo()
        .then(answer -> Replies.orError(by, answer, then));
  }

  /**
   * Asks the store which entry of a channel has this id, then calls {@code then} with {@link
   * EntryLookup.EntryFound}, {@link EntryLookup.NoEntry}, or {@link ChatAnswer.Refused} if the
   * agent is not in the channel or the store cannot answer. Every call asks the store anew.
   */
  public Step findEntry(String channel, String msgId, Function<ChatAnswer, Step> then) {
    if (isMember(channel)) return find(channel, msgId, then);
    return calls
        .to(Cells.channel(channel), new ChannelCommand.MayRead(id, false, null))
        .nothingToUndo()
        .then(
            answer ->
                answer instanceof ChatAnswer.Refused
                    ? then.apply(answer)
                    : find(channel, msgId, then));
  }

  private Step find(String channel, String msgId, Function<ChatAnswer, Step> then) {
    return calls
        .to(EntryLookup.at(msgId), new EntryLookup.FindEntry(channel))
        .nothingToUndo()
        .then(then);
  }

  /**
   * Returns the ids of the agents that the target of the message in hand means: connected ones, or
   * else those that were last seen under this name. Empty also if the store could not be read.
   */
  public List<String> meantBy(String to) {
    var word = to.substring(1);
    if (Names.isKeyId(word)) return List.of(to);
    var connected = parts.connected(to);
    return connected.isEmpty() ? absent.lastSeenAs(word) : connected;
  }

  /**
   * Goes on with the id of the one agent that a name or an id of the message in hand means, or
   * refuses the message. An id means itself, also if the server does not know it.
   */
  public Step meaning(Body body, String named, Function<String, Step> then) {
    var word = named.substring(1);
    if (Names.isAgentId(word)) return then.apply(named);
    var meant = meantBy(named);
    if (meant.size() == 1) return then.apply(meant.getFirst());
    return meant.isEmpty() && absent.unread()
        ? Replies.error(body, ErrorCode.STORE_UNAVAILABLE, "Names cannot be read now; try again")
        : Replies.nobody(body, named, meant);
  }

  /** Returns the rate limit of the agent's messages. */
  public TokenBucket rate() {
    return rate;
  }

  /** True if the agent has a key, so that it can return and is stored. */
  public boolean isKeyed() {
    return keyed;
  }

  /** Returns why the agent may not speak now; empty if it may. */
  public Optional<ChatAnswer.Refused> silenced() {
    return parts.silenced(this);
  }

  /** Returns the step for a text that the agent must not send; see {@link SpeakingPart#forbids}. */
  public Optional<Step> forbidden(String to, String text, @Nullable Body asker) {
    return parts.forbidden(this, to, text, asker);
  }

  /** Returns a refusal if the body may only read or the agent may not speak; empty otherwise. */
  public Optional<Step> mayNotSpeak(Body speaker) {
    return parts.mayNotSpeak(this, speaker);
  }

  /** Sets the status and its text that others see, unless a part shows another status. */
  public void show(PresenceStatus newStatus, @Nullable String text) {
    status = newStatus;
    statusText = text;
  }

  /** Sets the status that others see. The text of the status stays. */
  public void show(PresenceStatus newStatus) {
    status = newStatus;
  }

  /** Sets if the body is told of wakes. */
  public void takeWakes(boolean take) {
    takesWakes = take;
  }

  ChannelFilter filter(String channel) {
    return SubscriptionsPart.filter(this, channel);
  }

  /**
   * Asks the agent's channels for their other members, then calls {@code then} with each member's
   * session once.
   */
  public Step withFellows(Function<List<SessionId>, Step> then, Unit... before) {
    var fellows = new LinkedHashSet<SessionId>();
    var plan = calls.plan();
    for (var channel : channels) {
      plan.add(
          calls
              .to(Cells.channel(channel), new ChannelCommand.FindFellows(id))
              .nothingToUndo()
              .noting(
                  answer -> {
                    if (answer instanceof ChatAnswer.FellowSessions(var sessions)) {
                      fellows.addAll(sessions);
                    }
                  }));
    }
    return calls.each(plan, () -> then.apply(List.copyOf(fellows)), before);
  }

  /** Returns the row of the agent, which has a key. */
  StoredAgent row(Body b, long now) {
    return new StoredAgent(id, b.name(), ring.root().orElse(b.pubkey()), firstSeen, now);
  }

  /**
   * Returns the row that must be stored together with anything that is stored for the agent; null
   * if the store has it, or if the agent has no key and is not stored.
   */
  public @Nullable StoredAgent newcomer(Body b, long now) {
    return recorded || !b.hasKey() ? null : row(b, now);
  }

  /** Returns the write that stores the agent's name and that it was seen now. */
  SaveAgent save(Body b, long now) {
    lastName = b.name();
    lastSeen = now;
    return new SaveAgent(row(b, now));
  }

  /** Returns the agent as a channel knows it, by this session. */
  public Presence.Member member(Body b) {
    return new Presence.Member(id, b.name(), b.session(), b.verified());
  }

  /** Returns the agent as others see it. */
  public Presence.Agent shown(Body b) {
    return new Presence.Agent(
        id,
        b.name(),
        b.session(),
        b.verified(),
        b.pubkey(),
        b.durable(),
        parts.shownStatus(this).wire(),
        statusText,
        b.connectedAt(),
        b.token(),
        b.confirm(),
        b.kinds(),
        takesWakes);
  }
}
