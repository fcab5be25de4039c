package dev.reveille.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A validated message from a client. {@link ClientMessages} reads and writes them. */
public sealed interface ClientMessage {

  /**
   * Who wants to come in.
   *
   * @param rotation how the key came to be its agent's, oldest change first; empty if it is not
   *     told
   * @param durableCallbacks whether its callbacks are to outlive its connection; needs a key
   */
  record Identify(
      String name, @Nullable String pubkey, List<KeyChange> rotation, boolean durableCallbacks)
      implements ClientMessage {
    public Identify {
      rotation = List.copyOf(rotation);
    }

    public Identify(String name, @Nullable String pubkey, List<KeyChange> rotation) {
      this(name, pubkey, rotation, false);
    }

    public static Identify of(String name, @Nullable String pubkey) {
      return new Identify(name, pubkey, List.of());
    }
  }

  /**
   * The answer to a challenge.
   *
   * @param timestamp as JavaScript prints the number: it is part of the signed text
   */
  record VerifyIdentity(String challengeId, String signature, String timestamp)
      implements ClientMessage {}

  /** An agent's key gives way to the last one of the chain. Needs no identification. */
  record RotateKey(List<KeyChange> rotation) implements ClientMessage {
    public RotateKey {
      rotation = List.copyOf(rotation);
    }
  }

  /** A key is not to be used any more. Needs no identification. */
  record RevokeKey(Revocation certificate) implements ClientMessage {}

  record Ping() implements ClientMessage {}

  record ListChannels() implements ClientMessage {}

  record ListAgents(String channel) implements ClientMessage {}

  /**
   * Enter a channel, or ask again for what was said in it.
   *
   * @param since replay only what has a greater {@code seq}; absent = the newest buffer
   */
  record Join(String channel, @Nullable Long since) implements ClientMessage {}

  record Leave(String channel) implements ClientMessage {}

  record CreateChannel(String channel, boolean inviteOnly, boolean verifiedOnly)
      implements ClientMessage {}

  record Invite(String channel, String agent) implements ClientMessage {}

  /**
   * Something said to a channel or an agent.
   *
   * @param inReplyTo any JSON value, as JSON text, relayed as it is
   * @param clientMsgId the sender's own key for this message: a repeat has no second effect
   */
  record Msg(
      String to,
      String content,
      @Nullable String sig,
      @Nullable String inReplyTo,
      List<String> tags,
      @Nullable String clientMsgId)
      implements ClientMessage {
    public Msg {
      tags = List.copyOf(tags);
    }

    public static Msg of(String to, String content) {
      return new Msg(to, content, null, null, List.of(), null);
    }

    public Msg withTo(String target) {
      return new Msg(target, content, sig, inReplyTo, tags, clientMsgId);
    }

    public Msg withClientMsgId(String id) {
      return new Msg(to, content, sig, inReplyTo, tags, id);
    }
  }

  record Typing(String channel) implements ClientMessage {}

  record SetPresence(PresenceStatus status, @Nullable String statusText) implements ClientMessage {}

  record SetNick(String nick) implements ClientMessage {}

  /** A page of a channel's history: after a seq, before a seq, or (neither) the newest. */
  record History(String channel, @Nullable Long after, @Nullable Long before, int limit)
      implements ClientMessage {}

  /** A part of a file for one agent, relayed as it is. */
  record FileChunk(String to, String content) implements ClientMessage {}

  /**
   * The agent is about to answer a message: a claim to the floor.
   *
   * @param startedAt the agent's own clock; the earlier claim wins
   */
  record RespondingTo(String msgId, String channel, double startedAt) implements ClientMessage {}

  /** Asks another agent to prove, by signing the nonce, that it has its key. */
  record VerifyRequest(String target, String nonce) implements ClientMessage {}

  record VerifyResponse(String requestId, String nonce, String sig) implements ClientMessage {}

  /** Replaces what the agent offers; {@code sig} is over {@link AuthText#skills}. */
  record RegisterSkills(List<Skill> skills, String sig) implements ClientMessage {
    public RegisterSkills {
      skills = List.copyOf(skills);
    }
  }

  /**
   * Looks for skills.
   *
   * @param queryId any JSON value, as JSON text, repeated in the answer
   */
  record SearchSkills(SkillQuery query, @Nullable String queryId) implements ClientMessage {}

  /**
   * Which of a channel's messages to hear.
   *
   * @param only absent = all
   */
  record Subscribe(String channel, @Nullable Only only) implements ClientMessage {}

  /** Hear no more of an agent, or hear it again. */
  record Mute(String agent, boolean muted) implements ClientMessage {}

  /** What is heard now. */
  record Subscriptions() implements ClientMessage {}

  /** Which durable callbacks are pending. */
  record Callbacks() implements ClientMessage {}

  /** A durable callback is not to fire. */
  record CancelCallback(String cbId) implements ClientMessage {}

  /** Something for administrators alone. */
  record Admin(AdminOrder order, String key) implements ClientMessage {
    /** Without the key, wherever it may be printed. */
    @Override
    public String toString() {
      return "Admin[order=" + order + "]";
    }
  }
}
