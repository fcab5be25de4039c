package dev.reveille.server.chat;

import dev.reveille.server.channel.ChannelFilter;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The changes of an agent's membership of one channel that the store may still refuse: those of
 * side sessions, and the creation of the channel.
 */
/*
 * If the store refuses a change, it refuses the later ones of the same life of the channel's cell
 * too, and reports them oldest first. A change that was made after the channel was loaded again
 * stands. So the membership is what the last change says that was not refused, or, if none is left,
 * what it was before the first.
 */
final class MembershipChanges {
  private static final Slot<Map<String, MembershipChanges>> CHANGED = new Slot<>(HashMap::new);

  /** The most changes of one membership that can be taken back. Far fewer are under way at once. */
  private static final int MOST = 16;

  /** One change. Two changes are never equal. */
  static final class Change {
    private @Nullable Standing after;
  }

  /**
   * An agent's membership of a channel.
   *
   * @param left true if the body left the channel, although it takes every agent that connects
   */
  record Standing(boolean stored, boolean left, ChannelFilter filter) {}

  private Standing first;
  private final ArrayDeque<Change> made = new ArrayDeque<>(1);

  private MembershipChanges(Standing first) {
    this.first = first;
  }

  static Standing now(Agent agent, String channel) {
    return new Standing(
        agent.memberships.contains(channel),
        ChannelsPart.hasLeft(agent, channel),
        agent.filter(channel));
  }

  /** Notes that a request has changed the membership. */
  static void made(Agent agent, String channel, Standing before, Change change) {
    change.after = now(agent, channel);
    var changes = agent.slot(CHANGED).computeIfAbsent(channel, _ -> new MembershipChanges(before));
    changes.made.add(change);
    if (changes.made.size() <= MOST) return;
    var oldest = changes.made.remove().after;
    if (oldest != null) changes.first = oldest;
  }

  /** Forgets the changes if the body itself has joined or left. It tries until that is stored. */
  static void decided(Agent agent, String channel, Standing before) {
    if (!before.equals(now(agent, channel))) forget(agent, channel);
  }

  private static void forget(Agent agent, String channel) {
    var changed = agent.find(CHANGED);
    if (changed == null) return;
    changed.remove(channel);
    if (changed.isEmpty()) agent.clear(CHANGED);
  }

  /**
   * Takes back a change that the store has refused. Does nothing if the body has decided since. The
   * caller makes sure that the body is where it belongs.
   */
  static void undo(Agent agent, String channel, Change change) {
    var changed = agent.find(CHANGED);
    var changes = changed == null ? null : changed.get(channel);
    if (changes == null || !changes.made.remove(change)) return;
    var last = changes.made.peekLast();
    restore(agent, channel, last == null || last.after == null ? changes.first : last.after);
    if (changes.made.isEmpty()) forget(agent, channel);
  }

  private static void restore(Agent agent, String channel, Standing standing) {
    if (standing.stored) agent.memberships.add(channel);
    else agent.memberships.remove(channel);
    ChannelsPart.left(agent, channel, standing.left);
    var filter = standing.filter;
    SubscriptionsPart.choose(agent, channel, filter.only(), filter.notices());
  }
}
