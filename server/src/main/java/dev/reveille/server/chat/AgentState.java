package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.store.StoredAgent;
import dev.reveille.server.store.StoredGag;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an agent cell knows of its agent. Owned by the cell's lane. */
final class AgentState {

  /**
   * The session that speaks for the agent.
   *
   * @param durable whether its callbacks outlive it
   * @param connectedAt wall time, for people
   * @param connectedNanos monotonic time, for limits
   */
  record Body(
      SessionId session,
      String name,
      @Nullable String pubkey,
      boolean verified,
      boolean durable,
      long connectedAt,
      long connectedNanos) {
    boolean hasKey() {
      return pubkey != null;
    }

    Body holding(String newPubkey) {
      return new Body(session, name, newPubkey, verified, durable, connectedAt, connectedNanos);
    }

    Body verified(boolean now) {
      return new Body(session, name, pubkey, now, durable, connectedAt, connectedNanos);
    }

    Body named(String newName) {
      return new Body(session, newName, pubkey, verified, durable, connectedAt, connectedNanos);
    }
  }

  /** The least time between two parts of files from one agent. */
  static final Duration CHUNK_INTERVAL = Duration.ofMillis(100);

  final String id;

  /** The channels that this agent stays a member of while it is away. */
  final Set<String> memberships;

  final ClientKeys keys;

  /** The keys that the agent had and has, as far as they are durable. */
  AgentKeys ring;

  final TokenBucket rate;

  /** For messages that only wake it, when its rate is used up. Made when it is needed. */
  @Nullable TokenBucket wakes;

  /** Until when the server takes no message of it. */
  @Nullable StoredGag gag;

  @Nullable Body body;

  /** A second body that waits to take over. */
  @Nullable SessionId waiting;

  /** While it sleeps. */
  Gate.@Nullable Sleep sleep;

  /** Grows with every sleep, also if the cell is loaded anew: the id of the last one. */
  long sleeps;

  /** The presence that it set while it slept. */
  ClientMessage.@Nullable SetPresence atWake;

  PresenceStatus status = PresenceStatus.ONLINE;
  @Nullable String statusText;

  /** Where the body is now, in order of entry. */
  final Set<String> channels = new LinkedHashSet<>();

  /** When the server first saw this key; 0 = never before. */
  long firstSeen;

  private @Nullable Seldom seldom;

  final TokenBucket chunks = new TokenBucket(CHUNK_INTERVAL, 1);

  /** The key of its last body, if that had one. */
  @Nullable String lastKey;

  /** Whether it has a key, so that it can return and is kept. */
  boolean keyed;

  /** True if the store is known to have the agent's row. */
  boolean recorded;

  long lastNick;
  boolean nickUsed;

  AgentState(
      String id, AgentKeys ring, List<String> memberships, ClientKeys keys, TokenBucket rate) {
    this.id = id;
    this.ring = ring;
    this.memberships = new LinkedHashSet<>(memberships);
    this.keys = keys;
    this.rate = rate;
  }

  /** True if this session speaks for the agent. */
  boolean isBody(SessionId session) {
    var now = body;
    return now != null && now.session().equals(session);
  }

  /** What few agents have: to be read. */
  Seldom seldom() {
    return seldom == null ? Seldom.NONE : seldom;
  }

  /** What few agents have: to be changed. */
  Seldom changeSeldom() {
    if (seldom == null) seldom = Seldom.empty();
    return seldom;
  }

  Attention attention(String channel) {
    return new Attention(seldom().subscriptions().get(channel), List.copyOf(seldom().muted()));
  }

  /** What the agent chose to hear was for one session. */
  void hearEverything() {
    if (seldom == null) return;
    seldom.subscriptions().clear();
    seldom.muted().clear();
  }

  /** What the body did is of no account for the next one. */
  void forgetBody() {
    if (seldom == null) return;
    seldom.left().clear();
    seldom.obeyed().clear();
    seldom.claimedOutside().clear();
    seldom.proofs().clear();
  }

  /** Whether the server takes no message of it now. */
  boolean isGagged(long now) {
    var held = gag;
    return held != null && now < held.until() && (body == null || !body.verified());
  }

  /** Returns the row of the agent, which has a key. */
  StoredAgent row(Body b, long now) {
    return new StoredAgent(id, b.name(), ring.root().orElse(b.pubkey()), firstSeen, now);
  }

  /**
   * Returns the row that must be stored together with whatever is stored for the agent; absent if
   * the store has it, or if the agent has no key and is not kept.
   */
  @Nullable StoredAgent newcomer(Body b, long now) {
    return recorded || !b.hasKey() ? null : row(b, now);
  }

  Presence.Member member(Body b) {
    return new Presence.Member(id, b.name(), b.session(), b.verified());
  }

  Presence.Agent shown(Body b) {
    return new Presence.Agent(
        id,
        b.name(),
        b.session(),
        b.verified(),
        b.pubkey(),
        b.durable(),
        (sleep == null ? status : PresenceStatus.SLEEPING).wire(),
        statusText,
        b.connectedAt());
  }
}
