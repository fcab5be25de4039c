package dev.reveille.protocol;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A message from the server.
 *
 * <p>The records of a new feature stand in one public file of its own, with their types, such as
 * {@code ReactionMessages}. Each implements this interface and has a {@link ServerType} in {@link
 * ServerTypes#ALL}. {@link ServerMessages} writes and reads all messages. {@code ts} is not a
 * component: it is added when the message is written. Only {@link Msg} has its own {@code ts},
 * which is stored with it.
 */
public interface ServerMessage {

  /** Returns the type on the wire. */
  default String type() {
    return ServerTypes.of(this).name();
  }

  /** True if the message is only of use at this moment. A sleeping agent does not get it later. */
  default boolean isPassing() {
    return false;
  }

  /** Returns the approximate number of bytes of its JSON. */
  default int expectedBytes() {
    return 256;
  }

  record Challenge(String challengeId, String nonce, long expiresAt) implements ServerMessage {}

  /**
   * The agent is identified.
   *
   * @param verified only for agents with a key
   * @param lurkReason why the agent may only read; null if it may write
   * @param confirm true if what concerns the agent stays pending until it is confirmed
   * @param side true in a side session
   */
  record Welcome(
      String agentId,
      String name,
      String server,
      @Nullable Boolean verified,
      @Nullable String lurkReason,
      @Nullable Long lurkUntil,
      @Nullable String motd,
      boolean confirm,
      boolean side)
      implements ServerMessage {
    public Welcome(
        String agentId,
        String name,
        String server,
        @Nullable Boolean verified,
        @Nullable String lurkReason,
        @Nullable Long lurkUntil,
        @Nullable String motd) {
      this(agentId, name, server, verified, lurkReason, lurkUntil, motd, false, false);
    }
  }

  record SessionDisplaced(String reason, String newIp) implements ServerMessage {}

  /** An {@code ERROR}. */
  record Failure(ErrorCode code, String message) implements ServerMessage {}

  /**
   * An entry as its receivers see it: anything that has a seq in a stream. A chat message is an
   * entry of type {@link #MSG}.
   *
   * @param type the type on the wire
   * @param ts when the server gave it its seq
   * @param content empty if this type has none
   * @param seq its place in the channel or mailbox; 0 = it has none
   * @param msgId null if the server is the sender
   * @param verified null if the server is the sender
   * @param extras all other fields as JSON text without braces; empty if none
   */
  record Msg(
      String type,
      long ts,
      String from,
      String fromName,
      String to,
      String content,
      long seq,
      @Nullable String msgId,
      @Nullable Boolean verified,
      String extras)
      implements ServerMessage {
    /** The type of chat messages. */
    public static final String MSG = "MSG";

    /**
     * The names of the fields that every entry can have. No extra has one of these names. {@code
     * kind} is the entry's kind in the JSON behind the dashboard.
     */
    public static final Set<String> FIELDS =
        Set.of(
            "type",
            "kind",
            "ts",
            "from",
            "from_name",
            "to",
            "content",
            "msg_id",
            "verified",
            "seq",
            "client_msg_id",
            "replay",
            "was_buffered",
            "because");

    /** Makes a chat message. */
    public Msg(
        long ts,
        String from,
        String fromName,
        String to,
        String content,
        long seq,
        @Nullable String msgId,
        @Nullable Boolean verified,
        String extras) {
      this(MSG, ts, from, fromName, to, content, seq, msgId, verified, extras);
    }

    /** Returns the same entry for a client that knows only chat messages. */
    public Msg asMsg() {
      return new Msg(MSG, ts, from, fromName, to, content, seq, msgId, verified, extras);
    }

    /** True if it is a chat message. */
    public boolean isMsg() {
      return type.equals(MSG);
    }

    /** Returns how urgent its sender says it is. */
    public Priority priority() {
      return Priority.ofExtras(extras);
    }

    @Override
    public int expectedBytes() {
      return content.length() + extras.length() + 256;
    }
  }

  record Member(String id, String name, boolean verified) {}

  record Joined(String channel, List<Member> agents, long firstSeq, long lastSeq)
      implements ServerMessage {}

  /** Answers CREATE_CHANNEL: a JOINED whose list contains plain ids. */
  record Created(String channel, String creator) implements ServerMessage {}

  record AgentJoined(String channel, String agent, String name, boolean verified)
      implements ServerMessage {
    @Override
    public boolean isPassing() {
      return true;
    }
  }

  /**
   * An agent is no longer in a channel.
   *
   * @param name null if the agent disconnected, else the agent left by itself
   */
  record AgentLeft(String channel, String agent, @Nullable String name) implements ServerMessage {
    @Override
    public boolean isPassing() {
      return true;
    }
  }

  record Left(String channel) implements ServerMessage {}

  record ChannelSummary(String name, int agents, boolean verifiedOnly) {}

  record Channels(List<ChannelSummary> list) implements ServerMessage {}

  record AgentSummary(
      String id, String name, String presence, @Nullable String statusText, boolean verified) {}

  record Agents(String channel, List<AgentSummary> list) implements ServerMessage {}

  /**
   * A page of entries of any type, in seq order.
   *
   * @param firstSeq the first seq of the page; 0 if it is empty
   * @param more true if there are more entries in the requested direction
   */
  record HistoryPage(String channel, List<Msg> messages, long firstSeq, long lastSeq, boolean more)
      implements ServerMessage {}

  record PresenceChanged(String agentId, String name, String presence, @Nullable String statusText)
      implements ServerMessage {
    @Override
    public boolean isPassing() {
      return true;
    }
  }

  /** An agent fell asleep or woke up. */
  record Presence(String agent, String presence) implements ServerMessage {
    @Override
    public boolean isPassing() {
      return true;
    }
  }

  record NickChanged(String agentId, String oldNick, String newNick) implements ServerMessage {
    @Override
    public boolean isPassing() {
      return true;
    }
  }

  record Typing(String from, String fromName, String channel) implements ServerMessage {
    @Override
    public boolean isPassing() {
      return true;
    }
  }

  /** The agent has this key from now on. */
  record KeyRotated(String agentId, String pubkey) implements ServerMessage {}

  /** A key of this agent can never be used again. */
  record KeyRevoked(String agentId) implements ServerMessage {}

  record Pong() implements ServerMessage {}

  record FileChunk(String from, String to, String content) implements ServerMessage {
    @Override
    public int expectedBytes() {
      return content.length() + 128;
    }
  }

  /** An agent has the floor: it is about to answer this message. */
  record FloorClaimed(
      String msgId, String channel, String holder, String holderName, double startedAt)
      implements ServerMessage {
    @Override
    public boolean isPassing() {
      return true;
    }
  }

  /** Another agent has the floor. */
  record Yield(String msgId, String channel, String holder, double holderStartedAt, String reason)
      implements ServerMessage {}

  /** Asks an agent to prove its key: a VERIFY_REQUEST with the nonce to sign. */
  record ProofWanted(String requestId, String from, String nonce) implements ServerMessage {}

  /**
   * Tells the asking agent that the proof is pending: a VERIFY_REQUEST with {@code status} pending.
   */
  record ProofPending(String requestId, String target) implements ServerMessage {}

  /** Tells the asking agent that the proof succeeded: VERIFY_SUCCESS. */
  record Proven(String requestId, String agent, String pubkey) implements ServerMessage {}

  /** Tells the asking agent that the proof failed: VERIFY_FAILED. */
  record NotProven(String requestId, String target, String reason) implements ServerMessage {}

  /** Tells the answering agent the result: VERIFY_SUCCESS or VERIFY_FAILED. */
  record ProofChecked(String requestId, boolean verified) implements ServerMessage {
    @Override
    public String type() {
      return verified ? "VERIFY_SUCCESS" : "VERIFY_FAILED";
    }
  }

  record SkillsRegistered(String agentId, int skillsCount, long registeredAt)
      implements ServerMessage {}

  /**
   * A skill that matches a query.
   *
   * @param fields the skill's own fields as JSON text without braces
   */
  record FoundSkill(String agentId, String fields, long registeredAt) {}

  /**
   * The skills that match a query.
   *
   * @param queryId the {@code query_id} of the request, as JSON text
   * @param query the query, as JSON text
   * @param total the number of all matches; {@code results} contains the first ones
   */
  record SearchResults(@Nullable String queryId, String query, List<FoundSkill> results, int total)
      implements ServerMessage {}

  /**
   * The filter of a channel from now on.
   *
   * @param only null = all messages
   * @param notices false if the agent gets no notices of presence
   */
  record Subscribed(String channel, @Nullable Filter only, boolean notices)
      implements ServerMessage {}

  /** All agents that the agent has muted. */
  record Muted(List<String> agents) implements ServerMessage {}

  record Subscription(String channel, @Nullable Filter only, boolean notices) {}

  /** The channels that the agent is in with their filters, and the agents that it has muted. */
  record Subscriptions(List<Subscription> channels, List<String> muted) implements ServerMessage {}

  /**
   * A pending durable callback.
   *
   * @param to the agent's own id or a channel
   */
  record PendingCallback(String cbId, String to, String payload, long fireAt, long createdAt) {}

  /** The agent's own durable callbacks, earliest first. */
  record Callbacks(List<PendingCallback> list) implements ServerMessage {}

  record CallbackCancelled(String cbId) implements ServerMessage {}

  record Kicked(String reason) implements ServerMessage {}

  record Banned(String reason) implements ServerMessage {}

  record MotdUpdate(@Nullable String motd) implements ServerMessage {}

  /**
   * The result of an administrator's order.
   *
   * @param success null in lists
   * @param extras further fields as JSON text without braces; empty if none
   */
  record AdminResult(String action, @Nullable Boolean success, String extras)
      implements ServerMessage {}
}
