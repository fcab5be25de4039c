package dev.reveille.protocol;

import org.jspecify.annotations.Nullable;

/**
 * An order of an administrator, without the admin key. The key never leaves the connection. Agents
 * are named with {@code @}.
 */
public sealed interface AdminOrder {

  /**
   * Approves a key, or marks its agent as verified. The text of the key must be exactly as agents
   * send it.
   */
  record Approve(String pubkey, @Nullable String note) implements AdminOrder {}

  /**
   * Revokes the approval of a key.
   *
   * @param identifier the text of the key, or the id of its agent without {@code @}
   */
  record Revoke(String identifier) implements AdminOrder {}

  /** Lists the approved keys. */
  record ListAllowed() implements AdminOrder {}

  record Kick(String agent, @Nullable String reason) implements AdminOrder {}

  record Ban(String agent, @Nullable String reason) implements AdminOrder {}

  record Unban(String agent) implements AdminOrder {}

  /**
   * Changes the message that everybody gets on connecting.
   *
   * @param motd null = no message
   * @param kick true if all other connections are closed afterwards
   */
  record Motd(@Nullable String motd, boolean kick) implements AdminOrder {}

  record Verify(String agent, boolean verified) implements AdminOrder {}

  /**
   * Mutes an agent: the server refuses its messages for a while.
   *
   * @param seconds 0 = the agent may speak again from now on
   */
  record Mute(String agent, long seconds, String reason) implements AdminOrder {}

  /**
   * Sets the least time between two messages of one agent in a channel.
   *
   * @param seconds 0 = none
   */
  record SlowMode(String channel, long seconds) implements AdminOrder {}

  /** Returns the name of the order in results and in the audit log. */
  default String action() {
    return switch (this) {
      case Approve _ -> "approve";
      case Revoke _ -> "revoke";
      case ListAllowed _ -> "list";
      case Kick _ -> "kick";
      case Ban _ -> "ban";
      case Unban _ -> "unban";
      case Motd _ -> "motd";
      case Verify _ -> "verify";
      case Mute _ -> "mute";
      case SlowMode _ -> "slow_mode";
    };
  }
}
