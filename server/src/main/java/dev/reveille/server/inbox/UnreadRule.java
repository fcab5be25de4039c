package dev.reveille.server.inbox;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.Names;
import dev.reveille.server.channel.ChannelReferences;
import dev.reveille.server.channel.SubscriptionReads;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.store.EntryOutline;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which entries count for an agent. Its own, notices of the server and those of muted
 * agents do not.
 */
final class UnreadRule {
  private final String agent;
  private final Store store;

  /** Read when it is needed. */
  private @Nullable Set<String> muted;

  UnreadRule(String agent, Store store) {
    this.agent = agent;
    this.store = store;
  }

  /** True if the agent has muted the sender. May read the store. */
  boolean isMuted(String sender) {
    var known = muted;
    if (known == null) {
      known = Set.copyOf(store.reads(SubscriptionReads.class).muted(agent));
      muted = known;
    }
    return known.contains(sender);
  }

  boolean counts(StoredEntry entry) {
    return counts(entry.isMessage(), Messages.speaker(entry));
  }

  boolean counts(EntryOutline entry) {
    return counts(entry.isMessage(), Messages.speaker(entry));
  }

  private boolean counts(boolean message, String speaker) {
    boolean notice = message && speaker.equals(Names.SERVER);
    return !notice && !speaker.equals(agent) && !isMuted(speaker);
  }

  /** True if the entry made a reference in the agent's inbox, so that it is found there. */
  boolean isReferred(String extras) {
    // Nearly no entry mentions the agent, so nearly none is parsed.
    if (!extras.contains(agent)) return false;
    var mentions = Json.read("{" + extras + "}").map(fields -> fields.path("mentions"));
    if (mentions.isEmpty()) return false;
    int place = 0;
    for (var mention : mentions.get()) {
      if (place++ >= ChannelReferences.MOST) return false;
      if (mention.asString("").equals(agent)) return true;
    }
    return false;
  }
}
