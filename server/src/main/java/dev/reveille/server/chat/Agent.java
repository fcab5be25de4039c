package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.channel.ChannelFilter;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.identity.AgentKeys;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An agent as the parts of its cell see it: who it is, which session speaks for it, where it is,
 * and what each part keeps for it. Owned by the cell's lane; a part must not keep it.
 */
public final class Agent {
  final String id;
  private final AgentParts parts;
  private final Calls<ChatAnswer> calls = new Calls<>(Agent::read);
  private final Slots slots = new Slots();

  /** The channels that this agent stays a member of while it is away. */
  final Set<String> memberships;

  final ClientKeys keys;

  /** The keys that the agent had and has, as far as they are durable. */
  AgentKeys ring;

  private final TokenBucket rate;

  @Nullable Body body;

  /** A second body that waits to take over. */
  @Nullable SessionId waiting;

  PresenceStatus status = PresenceStatus.ONLINE;
  @Nullable String statusText;

  /** Where the body is now, in order of entry. */
  final Set<String> channels = new LinkedHashSet<>();

  /** When the server first saw this key; 0 = never before. */
  long firstSeen;

  /** The key of its last body, if that had one. */
  @Nullable String lastKey;

  /** True if it has a key, so that it can return and is kept. */
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

  /** A cell that could not answer has refused. */
  private static ChatAnswer read(Answer answer) {
    return answer instanceof ChatAnswer said
        ? said
        : new ChatAnswer.Refused(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE);
  }

  public String id() {
    return id;
  }

  /** Returns the session that speaks for the agent; null while it is away. */
  public @Nullable Body body() {
    return body;
  }

  /** True if this session speaks for the agent. */
  public boolean isBody(SessionId session) {
    var now = body;
    return now != null && now.session().equals(session);
  }

  /** Returns the calls of this agent's cell to cells below it. */
  public Calls<ChatAnswer> calls() {
    return calls;
  }

  /** Returns what a part keeps for this agent, and makes it if there is nothing yet. */
  public <T> T slot(Slot<T> slot) {
    return slots.get(slot);
  }

  /** Returns what a part keeps for this agent; null if that is nothing. */
  public <T> @Nullable T find(Slot<T> slot) {
    return slots.find(slot);
  }

  /** Forgets what a part keeps for this agent. */
  public void clear(Slot<?> slot) {
    slots.clear(slot);
  }

  /** Returns the channels that the body is in now, in order of entry; to be read only. */
  public Set<String> channels() {
    return Collections.unmodifiableSet(channels);
  }

  /**
   * True if the agent is in the channel. While it is away, it is in those that it will find itself
   * in when it returns.
   */
  public boolean isMember(String channel) {
    return channels.contains(channel) || (body == null && parts.mayReturnTo(this, channel));
  }

  /** True if the agent's id is that of a key, so that it can return and the store may know it. */
  public boolean mayReturn() {
    return Names.isKeyId(id.substring(1));
  }

  /** Returns what follows when the agent has muted somebody. */
  List<Effect> mutedMore(Body muting) {
    return parts.mutedMore(this, muting);
  }

  /**
   * Places an entry of a feature in a channel, for the agent's body. The entry gets its seq, is
   * stored, replayed and sent to the members like a message; the body gets its echo. Limits, mutes
   * and repeats are looked after here; what is refused is answered with an ERROR.
   *
   * @param id the request's, which becomes the id of the entry
   */
  public Step place(Body by, String id, String channel, EntryDraft draft) {
    return parts.place(this, by, id, channel, draft);
  }

  /** Returns what lets the agent's messages through at its rate. */
  public TokenBucket rate() {
    return rate;
  }

  /** True if the agent has a key, so that it can return and is kept. */
  public boolean isKeyed() {
    return keyed;
  }

  /** Returns why the agent may say nothing now; absent if it may. */
  public Optional<ChatAnswer.Refused> silenced() {
    return parts.silenced(this);
  }

  /** Returns what becomes of a text that must not be said; see {@link AgentPart#forbids}. */
  public Optional<Step> forbidden(String to, String text, boolean asked) {
    return parts.forbidden(this, to, text, asked);
  }

  /** Returns why a body that may only read, or an agent that is silenced, is refused. */
  public Optional<Step> mayNotSpeak(Body speaker) {
    return parts.mayNotSpeak(this, speaker);
  }

  /** The status that others see from now on, unless a part shows another. */
  public void show(PresenceStatus newStatus, @Nullable String text) {
    status = newStatus;
    statusText = text;
  }

  /** The same; what the agent says of its status stays. */
  public void show(PresenceStatus newStatus) {
    status = newStatus;
  }

  ChannelFilter attention(String channel) {
    return SubscriptionsPart.attention(this, channel);
  }

  /** Asks the agent's channels who else is there, and goes on with those, each once. */
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
                    if (answer instanceof ChatAnswer.Fellows(var sessions)) {
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
   * Returns the row that must be stored together with whatever is stored for the agent; null if the
   * store has it, or if the agent has no key and is not kept.
   */
  public @Nullable StoredAgent newcomer(Body b, long now) {
    return recorded || !b.hasKey() ? null : row(b, now);
  }

  Presence.Member member(Body b) {
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
        b.connectedAt());
  }
}
