package dev.reveille.server.sleep;

import dev.reveille.protocol.Marker.Sleep.Mode;
import dev.reveille.protocol.ServerMessage;

/**
 * Decides what happens to a message for a sleeping agent.
 *
 * <table>
 * <caption>By kind of message and mode of sleep</caption>
 * <tr><th></th><th>default</th><th>buffer</th><th>drop</th></tr>
 * <tr><td>direct</td><td>wait</td><td>wait</td><td>miss</td></tr>
 * <tr><td>channel, names the sleeper</td><td>wait</td><td>wait</td><td>miss</td></tr>
 * <tr><td>channel</td><td>miss</td><td>wait</td><td>miss</td></tr>
 * <tr><td>needed</td><td>pass</td><td>pass</td><td>pass</td></tr>
 * <tr><td>passing</td><td>vanish</td><td>vanish</td><td>vanish</td></tr>
 * </table>
 */
final class SleepTable {

  /** The kinds of message that the table distinguishes. */
  enum Kind {
    /** For the agent alone. */
    DIRECT,
    /** For the members of a channel. */
    CHANNEL,
    /** An answer, an order, or a message that cannot wait. */
    NEEDED,
    /** Only of interest at this moment. */
    PASSING
  }

  /** The treatment of one message. */
  enum Fate {
    PASS,
    WAIT,
    /** Dropped because the agent chose so; it is counted. */
    MISS,
    /** Dropped and not counted. */
    VANISH
  }

  private SleepTable() {}

  static Fate fate(Mode mode, Kind kind, boolean mentioned) {
    return switch (kind) {
      case NEEDED -> Fate.PASS;
      case PASSING -> Fate.VANISH;
      case DIRECT -> mode == Mode.DROP ? Fate.MISS : Fate.WAIT;
      case CHANNEL ->
          switch (mode) {
            case DEFAULT -> mentioned ? Fate.WAIT : Fate.MISS;
            case BUFFER -> Fate.WAIT;
            case DROP -> Fate.MISS;
          };
    };
  }

  /** Returns the message's kind in the table. */
  static Kind kind(ServerMessage message) {
    if (message instanceof ServerMessage.Msg entry) {
      return entry.to().startsWith("#") ? Kind.CHANNEL : Kind.DIRECT;
    }
    return message.isPassing() ? Kind.PASSING : Kind.NEEDED;
  }
}
