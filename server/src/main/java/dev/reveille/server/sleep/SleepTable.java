package dev.reveille.server.sleep;

import dev.reveille.protocol.Marker.Sleep.Mode;
import dev.reveille.protocol.ServerMessage;

/**
 * What becomes of a message for a sleeper.
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

  /** The kinds of message that differ in what becomes of them. */
  enum Kind {
    /** For the agent alone. */
    DIRECT,
    /** For the members of a channel. */
    CHANNEL,
    /** An answer, an order, or what cannot wait. */
    NEEDED,
    /** Of interest at the moment, and to nobody later. */
    PASSING
  }

  /** What becomes of one message. */
  enum Fate {
    PASS,
    WAIT,
    /** Dropped because the agent wanted it so; it is counted. */
    MISS,
    /** Dropped, and nobody needs to know. */
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

  /** A message of a new type gets its row here, or does not compile. */
  static Kind kind(ServerMessage message) {
    return switch (message) {
      case ServerMessage.Msg msg -> msg.to().startsWith("#") ? Kind.CHANNEL : Kind.DIRECT;
      case ServerMessage.AgentJoined _,
          ServerMessage.AgentLeft _,
          ServerMessage.Presence _,
          ServerMessage.PresenceChanged _,
          ServerMessage.NickChanged _,
          ServerMessage.Typing _,
          ServerMessage.FloorClaimed _ ->
          Kind.PASSING;
      case ServerMessage.Challenge _,
          ServerMessage.Welcome _,
          ServerMessage.SessionDisplaced _,
          ServerMessage.Failure _,
          ServerMessage.Joined _,
          ServerMessage.Created _,
          ServerMessage.Left _,
          ServerMessage.Channels _,
          ServerMessage.Agents _,
          ServerMessage.HistoryPage _,
          ServerMessage.KeyRotated _,
          ServerMessage.KeyRevoked _,
          ServerMessage.Pong _,
          ServerMessage.FileChunk _,
          ServerMessage.Yield _,
          ServerMessage.ProofWanted _,
          ServerMessage.ProofPending _,
          ServerMessage.Proven _,
          ServerMessage.NotProven _,
          ServerMessage.ProofChecked _,
          ServerMessage.SkillsRegistered _,
          ServerMessage.SearchResults _,
          ServerMessage.Subscribed _,
          ServerMessage.Muted _,
          ServerMessage.Subscriptions _,
          ServerMessage.Callbacks _,
          ServerMessage.CallbackCancelled _,
          ServerMessage.Kicked _,
          ServerMessage.Banned _,
          ServerMessage.MotdUpdate _,
          ServerMessage.AdminResult _ ->
          Kind.NEEDED;
    };
  }
}
