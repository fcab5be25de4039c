package dev.reveille.server.store;

import dev.reveille.server.kernel.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be written. */
public sealed interface StoreWrite extends Write {

  /**
   * Adds a message. Its seq must be the next of its stream (1 in a new one) and its msgId new, else
   * the unit is refused: a gap never becomes durable.
   */
  record AppendMessage(StoredMessage message) implements StoreWrite {}

  /**
   * Adds an agent, or updates its name and last-seen time; key and first-seen stay. The key is the
   * agent's first. An id that is that of another agent's key is not added.
   */
  record SaveAgent(StoredAgent agent) implements StoreWrite {}

  /** Adds a channel. Its name must be new. */
  record AddChannel(StoredChannel channel) implements StoreWrite {}

  /**
   * Removes a channel with everything of it: invitations, settings, and what the server said there.
   * The unit is refused if the channel has a stored member or something that an agent said.
   */
  record RemoveChannel(String channel) implements StoreWrite {}

  /** Remembers a membership; a repeat changes nothing. */
  record AddMember(String channel, String agent, long at) implements StoreWrite {}

  record RemoveMember(String channel, String agent) implements StoreWrite {}

  /** Remembers an invitation; a repeat changes nothing. */
  record AddInvitation(String channel, String agent, String by, long at) implements StoreWrite {}

  /** Mailbox entries up to this seq may have been shown to the agent. Never goes back. */
  record MailOffered(String agent, long upTo) implements StoreWrite {}

  /** Mailbox entries up to this seq were written to the agent's socket. Never goes back. */
  record MailDelivered(String agent, long upTo) implements StoreWrite {}

  /**
   * The entries of a mailbox that its marks cannot tell, in place of those stored before.
   *
   * @param ahead ranges of seq beyond the delivered mark that need not be shown any more
   * @param unshown ranges of seq up to the offered mark that were never shown
   */
  record MailRanges(String agent, String ahead, String unshown) implements StoreWrite {}

  /** What the agent offers from now on, in place of what it offered before. */
  record ReplaceSkills(String agent, long at, List<StoredSkill> skills) implements StoreWrite {
    public ReplaceSkills {
      skills = List.copyOf(skills);
    }
  }

  /**
   * Adds a key, or notes that it was replaced or revoked; neither is ever taken back. A key that is
   * another agent's, be it the first one of an agent that never changed it, refuses the unit.
   */
  record SaveKey(StoredKey key) implements StoreWrite {}

  /** What an agent hears of a channel, as JSON of the wire; absent = all of it. */
  record SetSubscription(String agent, String channel, @Nullable String filter)
      implements StoreWrite {}

  /** Whether an agent does not hear another. */
  record SetMute(String agent, String muted, boolean on, long at) implements StoreWrite {}

  /** The server takes no message of the agent until then (wall time); 0 = it may speak. */
  record SetGag(String agent, long until, String reason) implements StoreWrite {}

  /** The least time between two messages of one agent in a channel, as an operator set it. */
  record SetSlowMode(String channel, long seconds) implements StoreWrite {}

  /** Adds a callback that outlives its agent's connection. Its id must be new. */
  record SaveCallback(StoredCallback callback) implements StoreWrite {}

  /** It has fired, or is not to. */
  record RemoveCallback(String id) implements StoreWrite {}

  /** An entry of the event feed that is not a message. */
  record AppendEvent(
      long at,
      String kind,
      @Nullable String agent,
      @Nullable String channel,
      @Nullable String detail)
      implements StoreWrite {}

  /** Bans an agent, or changes why. */
  record SaveBan(StoredBan ban) implements StoreWrite {}

  record RemoveBan(String agent) implements StoreWrite {}

  /** Puts a key on the allowlist, or changes its note. */
  record SaveApproval(StoredApproval approval) implements StoreWrite {}

  record RemoveApproval(String pubkey) implements StoreWrite {}

  /** What the file that mirrors a list holds. */
  record SaveListFile(ListFile file) implements StoreWrite {}
}
