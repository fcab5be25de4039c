package dev.reveille.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A validated message from a client. {@link ClientMessages} reads and writes them. */
public sealed interface ClientMessage {

  record Identify(String name, @Nullable String pubkey) implements ClientMessage {}

  /**
   * The answer to a challenge.
   *
   * @param timestamp as JavaScript prints the number: it is part of the signed text
   */
  record VerifyIdentity(String challengeId, String signature, String timestamp)
      implements ClientMessage {}

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
}
