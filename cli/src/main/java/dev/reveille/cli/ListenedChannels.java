package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.ClientTime;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.InboxMessages;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The channels that a listener asks about: those that its identity is in when it asks. Another
 * session of the identity may join and leave channels meanwhile. Used by one thread.
 */
final class ListenedChannels {
  private static final long FRESH_MILLIS = 30_000;

  private final Terminal terminal;
  private final List<String> wanted;
  private final boolean none;
  private final ClientTime time = ClientTime.system();
  private final Set<String> gone = new HashSet<>();
  private List<String> known = List.of();
  private boolean stale = true;
  private long askedAt;

  /**
   * @param wanted only these; empty = all
   * @param none no channel at all
   */
  ListenedChannels(Terminal terminal, List<String> wanted, boolean none) {
    this.terminal = terminal;
    this.wanted = List.copyOf(wanted);
    this.none = none;
  }

  /** The agent has joined or left a channel, so the server must be asked again. */
  void changed() {
    stale = true;
  }

  /**
   * True if the server refuses the question because the agent is no longer in one of its channels.
   */
  boolean isOutdated(ClientException why) {
    if (!(why instanceof ClientException.Refused refused)) return false;
    boolean left = refused.is(ErrorCode.NOT_INVITED) || refused.is(ErrorCode.CHANNEL_NOT_FOUND);
    stale |= left;
    return left && !none;
  }

  /** True if the last question named this channel or will never name it. */
  boolean isCovered(String channel) {
    if (none || (!wanted.isEmpty() && !wanted.contains(channel))) return true;
    return known.contains(channel);
  }

  /** Returns the question about the channels of now, as many as one may name. */
  InboxMessages.AskPending question(ReveilleClient client, InboxMessages.AskPending asked) {
    if (none) return asked;
    long now = time.millis();
    if (stale || now - askedAt > FRESH_MILLIS) {
      try {
        known = channels(client);
        askedAt = now;
        // Of more channels, those with unread messages are others after each answer.
        stale = known.size() >= InboxMessages.MAX_CHANNELS;
      } catch (ClientException.TimedOut e) {
        // The server is away: the client connects again, and the next question asks again.
        stale = true;
      }
    }
    return asked.about(known);
  }

  private List<String> channels(ReveilleClient client) {
    var now =
        client.inbox().unread().channels().stream()
            .filter(c -> wanted.isEmpty() || wanted.contains(c.channel()))
            .toList();
    for (var channel : wanted) {
      boolean in = now.stream().anyMatch(c -> c.channel().equals(channel));
      if (in) gone.remove(channel);
      else if (gone.add(channel)) {
        terminal.warn("You are no longer in " + channel + ". It is heard again when you join it.");
      }
    }
    boolean all = now.size() <= InboxMessages.MAX_CHANNELS;
    return now.stream()
        .sorted(Comparator.comparing(c -> !all && c.unread() == 0))
        .map(InboxMessages.UnreadChannel::channel)
        .limit(InboxMessages.MAX_CHANNELS)
        .toList();
  }
}
