package dev.reveille.protocol;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A validated message from a client.
 *
 * <p>The records of a new feature stand in one public file of its own, with their types, such as
 * {@code ReactionMessages}. Each implements this interface and has a {@link ClientType} in {@link
 * ClientTypes#ALL}. {@link ClientMessages} reads and writes all messages.
 */
public interface ClientMessage {

  /** Returns the type on the wire. */
  default String type() {
    return ClientTypes.of(this).name();
  }

  /**
   * Returns the sender's own key for the message. A repeat with the same key has no second effect.
   */
  default @Nullable String clientMsgId() {
    return null;
  }

  /** True if the message is only a hint: nobody gets an error if it is not passed on. */
  default boolean isHint() {
    return false;
  }

  /** True if sending it twice has the same effect as sending it once. */
  default boolean isRepeatable() {
    return true;
  }

  /** A message that may name agents by their names, also those that are away. */
  interface Naming extends ClientMessage {
    /** Returns the names and ids, each with {@code @}. What begins otherwise names no agent. */
    List<String> named();

    /** Returns the text in which the message can mention agents. */
    default String text() {
      return "";
    }
  }

  /** A message to an agent or a channel. */
  interface Addressed extends Naming {
    String to();

    /** Returns the same message to another target. */
    Addressed withTo(String target);

    @Override
    default List<String> named() {
      return List.of(to());
    }
  }

  /**
   * Asks to connect as an agent.
   *
   * @param rotation the changes that led to this key, oldest first; may be empty
   * @param durableCallbacks true if the agent's callbacks outlive its connection; needs a key
   * @param token proves who it is in place of a key; then {@code name} may be empty: the name of
   *     the token's identity
   * @param confirm true if direct messages and mentions stay pending until the agent confirms them;
   *     needs a key or a token
   * @param side true for a side session: it sends and reads, and is not present
   * @param tasks true if the client knows TASK_EVENT; else it gets a MSG in its place
   */
  record Identify(
      String name,
      @Nullable String pubkey,
      List<KeyChange> rotation,
      boolean durableCallbacks,
      @Nullable String token,
      boolean confirm,
      boolean side,
      boolean tasks,
      @Nullable String session)
      implements ClientMessage {
    public Identify {
      rotation = List.copyOf(rotation);
    }

    public Identify(
        String name, @Nullable String pubkey, List<KeyChange> rotation, boolean durableCallbacks) {
      this(name, pubkey, rotation, durableCallbacks, null, false, false, false, null);
    }

    public Identify(String name, @Nullable String pubkey, List<KeyChange> rotation) {
      this(name, pubkey, rotation, false);
    }

    public static Identify of(String name, @Nullable String pubkey) {
      return new Identify(name, pubkey, List.of());
    }

    /** Returns a request to connect as the identity of a token. */
    public static Identify byToken(String name, String token, boolean durableCallbacks) {
      return new Identify(
          name, null, List.of(), durableCallbacks, token, false, false, false, null);
    }

    public Identify withName(String other) {
      return new Identify(
          other, pubkey, rotation, durableCallbacks, token, confirm, side, tasks, session);
    }

    /** Returns the same request, with or without confirmed delivery. */
    public Identify withConfirm(boolean wanted) {
      return new Identify(
          name, pubkey, rotation, durableCallbacks, token, wanted, side, tasks, session);
    }

    /** Returns the same request for a side session, or for the agent's body. */
    public Identify withSide(boolean wanted) {
      return new Identify(
          name, pubkey, rotation, durableCallbacks, token, confirm, wanted, tasks, session);
    }

    /** Returns the same request of a client that knows TASK_EVENT, or does not. */
    public Identify withTasks(boolean known) {
      return new Identify(
          name, pubkey, rotation, durableCallbacks, token, confirm, side, known, session);
    }

    /** Returns the same request of a client that a seat's harness runs, or does not. */
    public Identify withSession(@Nullable String seatSession) {
      return new Identify(
          name, pubkey, rotation, durableCallbacks, token, confirm, side, tasks, seatSession);
    }

    /** Returns the kinds of mailbox entries that the client knows, besides messages. */
    public List<String> kinds() {
      return tasks ? List.of(TaskAnswers.EVENT_TYPE) : List.of();
    }

    /** Returns a text without the token, so that it may be printed anywhere. */
    @Override
    public String toString() {
      return "Identify[name=" + name + ", " + (token == null ? "pubkey=" + pubkey : "token") + "]";
    }
  }

  /**
   * Answers a challenge.
   *
   * @param timestamp as JavaScript prints the number, because it is part of the signed text
   */
  record VerifyIdentity(String challengeId, String signature, String timestamp)
      implements ClientMessage {}

  /** Replaces an agent's key with the last one of the chain. Needs no identification. */
  record RotateKey(List<KeyChange> rotation) implements ClientMessage {
    public RotateKey {
      rotation = List.copyOf(rotation);
    }
  }

  /** Revokes a key forever. Needs no identification. */
  record RevokeKey(Revocation certificate) implements ClientMessage {}

  record Ping() implements ClientMessage {}

  record ListChannels() implements ClientMessage {}

  record ListAgents(String channel) implements ClientMessage {}

  /**
   * Enters a channel, or asks again for its messages.
   *
   * @param since replay only entries with a greater {@code seq}; null = the newest ones
   */
  record Join(String channel, @Nullable Long since) implements ClientMessage {}

  record Leave(String channel) implements ClientMessage {}

  record CreateChannel(String channel, boolean inviteOnly, boolean verifiedOnly)
      implements ClientMessage {
    @Override
    public boolean isRepeatable() {
      return false;
    }
  }

  record Invite(String channel, String agent) implements Naming {
    @Override
    public List<String> named() {
      return List.of(agent);
    }
  }

  /**
   * Sends a message to a channel or an agent.
   *
   * @param inReplyTo any JSON value, as JSON text; relayed unchanged
   * @param clientMsgId the sender's own key for this message; a repeat has no second effect
   * @param receipt true if the sender wants to hear what becomes of a direct message
   */
  record Msg(
      String to,
      String content,
      @Nullable String sig,
      @Nullable String inReplyTo,
      List<String> tags,
      @Nullable String clientMsgId,
      Priority priority,
      boolean receipt)
      implements Addressed {
    public Msg {
      tags = List.copyOf(tags);
    }

    @Override
    public String text() {
      return content;
    }

    /** Makes a message of normal priority. */
    public Msg(
        String to,
        String content,
        @Nullable String sig,
        @Nullable String inReplyTo,
        List<String> tags,
        @Nullable String clientMsgId) {
      this(to, content, sig, inReplyTo, tags, clientMsgId, Priority.NORMAL, false);
    }

    public static Msg of(String to, String content) {
      return new Msg(to, content, null, null, List.of(), null);
    }

    @Override
    public Msg withTo(String target) {
      return new Msg(target, content, sig, inReplyTo, tags, clientMsgId, priority, receipt);
    }

    public Msg withClientMsgId(String id) {
      return new Msg(to, content, sig, inReplyTo, tags, id, priority, receipt);
    }

    public Msg withPriority(Priority other) {
      return new Msg(to, content, sig, inReplyTo, tags, clientMsgId, other, receipt);
    }

    public Msg withReceipt(boolean wanted) {
      return new Msg(to, content, sig, inReplyTo, tags, clientMsgId, priority, wanted);
    }
  }

  record Typing(String channel) implements ClientMessage {
    @Override
    public boolean isHint() {
      return true;
    }
  }

  record SetPresence(PresenceStatus status, @Nullable String statusText) implements ClientMessage {}

  record SetNick(String nick) implements ClientMessage {
    @Override
    public boolean isRepeatable() {
      return false;
    }
  }

  /** Asks for a page of a channel's history: after a seq, before a seq, or the newest. */
  record History(String channel, @Nullable Long after, @Nullable Long before, int limit)
      implements ClientMessage {}

  /** Sends a part of a file to one agent; relayed unchanged. */
  record FileChunk(String to, String content) implements ClientMessage {
    @Override
    public boolean isRepeatable() {
      return false;
    }
  }

  /**
   * Claims the floor: the agent is about to answer a message.
   *
   * @param startedAt the time of the agent's own clock; the earlier claim wins
   */
  record RespondingTo(String msgId, String channel, double startedAt) implements ClientMessage {
    @Override
    public boolean isHint() {
      return true;
    }
  }

  /** Asks another agent to prove that it has its key, by signing the nonce. */
  record VerifyRequest(String target, String nonce) implements ClientMessage {
    @Override
    public boolean isRepeatable() {
      return false;
    }
  }

  record VerifyResponse(String requestId, String nonce, String sig) implements ClientMessage {}

  /** Replaces the skills of the agent. {@code sig} signs {@link AuthText#skills}. */
  record RegisterSkills(List<Skill> skills, String sig) implements ClientMessage {
    public RegisterSkills {
      skills = List.copyOf(skills);
    }
  }

  /**
   * Searches for skills.
   *
   * @param queryId any JSON value, as JSON text; repeated in the answer
   */
  record SearchSkills(SkillQuery query, @Nullable String queryId) implements ClientMessage {}

  /**
   * Sets which messages of a channel the agent gets.
   *
   * @param only null = all
   * @param notices false if the agent wants no notices about who comes, goes, sleeps or wakes
   */
  record Subscribe(String channel, @Nullable Filter only, boolean notices)
      implements ClientMessage {
    public Subscribe(String channel, @Nullable Filter only) {
      this(channel, only, true);
    }
  }

  /** Mutes an agent, or unmutes it. */
  record Mute(String agent, boolean muted) implements ClientMessage {}

  /** Asks for the filters and mutes of the agent. */
  record Subscriptions() implements ClientMessage {}

  /** Asks for the agent's pending durable callbacks. */
  record Callbacks() implements ClientMessage {}

  /** Cancels a durable callback. */
  record CancelCallback(String cbId) implements ClientMessage {
    @Override
    public boolean isRepeatable() {
      return false;
    }
  }

  /**
   * Gives an order of an administrator.
   *
   * @param key an admin key, or a token that may give orders; null if the session's token may
   */
  record Admin(AdminOrder order, @Nullable String key) implements ClientMessage {
    @Override
    public String type() {
      return "ADMIN_" + order.action().toUpperCase(Locale.ROOT);
    }

    /** Returns a text without the key, so that it may be printed anywhere. */
    @Override
    public String toString() {
      return "Admin[order=" + order + "]";
    }
  }
}
