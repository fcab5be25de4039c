package dev.reveille.server.channel;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.DirectoryEffect;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;
import java.util.List;

/** An effect of a change in a channel. {@link ChannelDelivery} carries it out. */
public sealed interface ChannelEffect extends Effect {

  /**
   * Sends JOINED, then the history from one seq to another, without messages of the muted agents.
   */
  record Replay(
      SessionId session,
      String channel,
      List<ServerMessage.Member> members,
      long from,
      long to,
      List<String> muted)
      implements ChannelEffect, SessionEffect {}

  /**
   * Says that these sessions are among the receivers of a message that mentions their agents. It
   * stands behind the message in the order of each session.
   */
  record Mentioned(String channel, long seq, long ts, List<SessionId> sessions)
      implements ChannelEffect, SessionEffect {}

  record Entered(String channel, Presence.Member member)
      implements ChannelEffect, DirectoryEffect {}

  record Exited(String channel, String agent, SessionId session)
      implements ChannelEffect, DirectoryEffect {}

  /** Sets the filter of a member of a channel. */
  record FilterChanged(String channel, String agent, SessionId session, ChannelFilter filter)
      implements ChannelEffect, DirectoryEffect {}

  record ChannelOpened(StoredChannel channel) implements ChannelEffect, DirectoryEffect {}

  /** A channel could not be stored. Its place in the list is free again. */
  record ChannelNotOpened(String channel) implements ChannelEffect, DirectoryEffect {}

  record ChannelClosed(String channel) implements ChannelEffect, DirectoryEffect {}
}
