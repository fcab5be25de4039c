package dev.reveille.server.channel;

import dev.reveille.protocol.Names;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides which members of a channel get an entry. Part of the channel cell, which owns the
 * members.
 *
 * <p>Members without a filter share one list. It is the same object until something changes, so a
 * channel without filters has no extra cost. The filter of each other member is checked for each
 * message. Each muted sender has a shared list of its own.
 */
final class ReceiverFilters {
  /** The most lists for muted senders that are cached. */
  private static final int MAX_LISTS = 16;

  /**
   * The receivers of one message.
   *
   * @param shared the same object for as long as it holds the same sessions
   * @param also members whose filter let the message pass
   */
  record Receivers(List<SessionId> shared, List<SessionId> also) {}

  private final Map<String, Presence.Member> members;
  private final Map<String, ChannelFilter> filters = new HashMap<>();
  private final Map<String, FilteredMember> filtered = new LinkedHashMap<>();
  private final Map<String, Set<String>> mutedBy = new HashMap<>();

  /** The members that get no presence notices. */
  private final Set<String> quiet = new HashSet<>();

  private @Nullable List<SessionId> everyone;
  private @Nullable List<SessionId> unfiltered;
  private @Nullable List<SessionId> noticed;
  private @Nullable List<SessionId> announced;
  private final Map<String, List<SessionId>> withoutMuters = new HashMap<>();

  ReceiverFilters(Map<String, Presence.Member> members) {
    this.members = members;
  }

  /** Sets the filter of a member. The member was added to the channel before. */
  void put(Presence.Member member, ChannelFilter filter) {
    forget(member.agent());
    if (filter.isFull()) return;
    filters.put(member.agent(), filter);
    if (!filter.notices()) quiet.add(member.agent());
    if (filter.only() != null) {
      filtered.put(
          member.agent(),
          new FilteredMember(member.agent(), member.session(), filter.only(), filter.muted()));
    }
    for (var sender : filter.muted()) {
      mutedBy.computeIfAbsent(sender, _ -> new HashSet<>()).add(member.agent());
    }
  }

  /** Removes the filter of a member that gets everything again or is gone. */
  void forget(String agent) {
    forgetLists();
    var old = filters.remove(agent);
    if (old == null) return;
    filtered.remove(agent);
    quiet.remove(agent);
    for (var sender : old.muted()) {
      mutedBy.computeIfPresent(
          sender,
          (_, agents) -> {
            agents.remove(agent);
            return agents.isEmpty() ? null : agents;
          });
    }
  }

  void membersChanged() {
    everyone = null;
    forgetLists();
  }

  private void forgetLists() {
    unfiltered = null;
    noticed = null;
    announced = null;
    withoutMuters.clear();
  }

  List<String> mutedFor(String agent) {
    var filter = filters.get(agent);
    return filter == null ? List.of() : filter.muted();
  }

  List<SessionId> everyone() {
    var list = everyone;
    if (list == null) {
      list = members.values().stream().map(Presence.Member::session).toList();
      everyone = list;
    }
    return list;
  }

  /** Returns the sessions that are told who comes, goes, sleeps or wakes. */
  List<SessionId> noticed() {
    if (quiet.isEmpty()) return everyone();
    var list = noticed;
    if (list == null) {
      list = sessions(m -> !quiet.contains(m.agent()));
      noticed = list;
    }
    return list;
  }

  /** Returns the sessions that get a stored notice of the server. No filter lets it pass. */
  List<SessionId> announced() {
    if (quiet.isEmpty()) return shared(Names.SERVER);
    var list = announced;
    if (list == null) {
      list = sessions(m -> !quiet.contains(m.agent()) && !filtered.containsKey(m.agent()));
      announced = list;
    }
    return list;
  }

  /** True if the member gets presence notices. */
  boolean isNoticed(String agent) {
    return !quiet.contains(agent);
  }

  /** True if this member gets the message. */
  boolean gets(String agent, FilteredText said) {
    var filter = filters.get(agent);
    if (filter == null) return true;
    var only = filtered.get(agent);
    return only != null ? only.accepts(said) : !filter.muted().contains(said.sender());
  }

  Receivers of(FilteredText said) {
    var shared = shared(said.sender());
    if (filtered.isEmpty()) return new Receivers(shared, List.of());
    var also = new ArrayList<SessionId>();
    for (var member : filtered.values()) if (member.accepts(said)) also.add(member.session());
    return new Receivers(shared, also);
  }

  /**
   * Returns the sessions that get presence and other events of this agent that are not messages.
   */
  List<SessionId> noticing(String sender) {
    var shared = shared(sender);
    var also =
        filtered.values().stream()
            .filter(member -> member.getsEventsOf(sender))
            .map(FilteredMember::session)
            .toList();
    return also.isEmpty() ? shared : Stream.concat(shared.stream(), also.stream()).toList();
  }

  private List<SessionId> shared(String sender) {
    var muters = mutedBy.get(sender);
    if (muters == null) return filtered.isEmpty() ? everyone() : unfiltered();
    var list = withoutMuters.get(sender);
    if (list == null) {
      if (withoutMuters.size() >= MAX_LISTS) withoutMuters.clear();
      list = without(muters);
      withoutMuters.put(sender, list);
    }
    return list;
  }

  private List<SessionId> unfiltered() {
    var list = unfiltered;
    if (list == null) {
      list = without(Set.of());
      unfiltered = list;
    }
    return list;
  }

  private List<SessionId> without(Set<String> muters) {
    return sessions(m -> !filtered.containsKey(m.agent()) && !muters.contains(m.agent()));
  }

  private List<SessionId> sessions(Predicate<Presence.Member> wanted) {
    return members.values().stream().filter(wanted).map(Presence.Member::session).toList();
  }
}
