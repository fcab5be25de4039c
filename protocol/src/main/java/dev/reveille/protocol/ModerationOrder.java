package dev.reveille.protocol;

/**
 * What an operator decides about who may speak, without the key that allows it: only this travels
 * beyond the connection.
 */
public sealed interface ModerationOrder {

  /**
   * The server takes no message of an agent for a while.
   *
   * @param agent with {@code @}
   * @param seconds 0 = from now on it may speak again
   */
  record Mute(String agent, long seconds, String reason) implements ModerationOrder {}

  /**
   * The least time between two messages of one agent in a channel.
   *
   * @param seconds 0 = none
   */
  record SlowMode(String channel, long seconds) implements ModerationOrder {}

  /** The word for it in results. */
  default String action() {
    return switch (this) {
      case Mute _ -> "mute";
      case SlowMode _ -> "slow_mode";
    };
  }
}
