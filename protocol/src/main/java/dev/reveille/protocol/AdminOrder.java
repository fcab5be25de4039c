package dev.reveille.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What an administrator asks for, without the key that allows it: only this travels beyond the
 * connection. Agents are named with {@code @}.
 */
public sealed interface AdminOrder {

  /** Lets a key in, or marks its agent as verified, by the key's text exactly as agents send it. */
  record Approve(String pubkey, @Nullable String note) implements AdminOrder {}

  /** The text of an approved key, or the id of its agent without {@code @}. */
  record Revoke(String identifier) implements AdminOrder {}

  /** Which keys are approved. */
  record Roll() implements AdminOrder {}

  record Kick(String agent, @Nullable String reason) implements AdminOrder {}

  record Ban(String agent, @Nullable String reason) implements AdminOrder {}

  record Unban(String agent) implements AdminOrder {}

  /**
   * Changes what everybody who connects is told.
   *
   * @param motd absent = nothing
   * @param kick whether all other connections are closed afterwards
   */
  record Motd(@Nullable String motd, boolean kick) implements AdminOrder {}

  record Verify(String agent, boolean verified) implements AdminOrder {}

  /**
   * The server takes no message of an agent for a while.
   *
   * @param seconds 0 = from now on it may speak again
   */
  record Mute(String agent, long seconds, String reason) implements AdminOrder {}

  /**
   * The least time between two messages of one agent in a channel.
   *
   * @param seconds 0 = none
   */
  record SlowMode(String channel, long seconds) implements AdminOrder {}

  /** The word for it in results and in the audit log. */
  default String action() {
    return switch (this) {
      case Approve _ -> "approve";
      case Revoke _ -> "revoke";
      case Roll _ -> "list";
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
