package dev.reveille.server.channel;

import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who of a channel's members gets what. Part of the channel cell, which owns the members.
 *
 * <p>Members without a filter share one list, the same object until something changes, so that a
 * channel in which nobody filters costs nothing more. A member with a filter is asked for each
 * message. A muted sender has a shared list of its own.
 */
final class ReceiverFilters {
  /** Lists for muted senders that are kept ready. */
  private static final int MAX_LISTS = 16;

  /**
   * Who gets one message.
   *
   * @param shared the same object for as long as it holds the same sessions
   * @param also members whose filter let it pass
   */
  record Receivers(List<SessionId> shared, List<SessionId> also) {}

  private final Map<String, Presence.Member> members;
  private final Map<String, ChannelFilter> attentions = new HashMap<>();
  private final Map<String, FilteredMember> ears = new LinkedHashMap<>();
  private final Map<String, Set<String>> mutedBy = new HashMap<>();

  private @Nullable List<SessionId> everyone;
  private @Nullable List<SessionId> unfiltered;
  private final Map<String, List<SessionId>> withoutMuters = new HashMap<>();

  ReceiverFilters(Map<String, Presence.Member> members) {
    this.members = members;
  }

  /** Sets what a member hears; it was added to the channel before. */
  void put(Presence.Member member, ChannelFilter attention) {
    forget(member.agent());
    if (attention.isFull()) return;
    attentions.put(member.agent(), attention);
    if (attention.only() != null) {
      ears.put(
          member.agent(),
          new FilteredMember(
              member.agent(), member.session(), attention.only(), attention.muted()));
    }
    for (var sender : attention.muted()) {
      mutedBy.computeIfAbsent(sender, _ -> new HashSet<>()).add(member.agent());
    }
  }

  /** The member hears everything again, or is gone. */
  void forget(String agent) {
    unfiltered = null;
    withoutMuters.clear();
    var old = attentions.remove(agent);
    if (old == null) return;
    ears.remove(agent);
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
    unfiltered = null;
    withoutMuters.clear();
  }

  List<String> mutedFor(String agent) {
    var attention = attentions.get(agent);
    return attention == null ? List.of() : attention.muted();
  }

  List<SessionId> everyone() {
    var list = everyone;
    if (list == null) {
      list = members.values().stream().map(Presence.Member::session).toList();
      everyone = list;
    }
    return list;
  }

  Receivers of(FilteredText said) {
    var shared = shared(said.sender());
    if (ears.isEmpty()) return new Receivers(shared, List.of());
    var also = new ArrayList<SessionId>();
    for (var ear : ears.values()) if (ear.hears(said)) also.add(ear.session());
    return new Receivers(shared, also);
  }

  /** Those who see what an agent does without a word. */
  List<SessionId> noticing(String sender) {
    var shared = shared(sender);
    var also =
        ears.values().stream()
            .filter(ear -> ear.notices(sender))
            .map(FilteredMember::session)
            .toList();
    return also.isEmpty() ? shared : Stream.concat(shared.stream(), also.stream()).toList();
  }

  private List<SessionId> shared(String sender) {
    var muters = mutedBy.get(sender);
    if (muters == null) return ears.isEmpty() ? everyone() : unfiltered();
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
    return members.values().stream()
        .filter(m -> !ears.containsKey(m.agent()) && !muters.contains(m.agent()))
        .map(Presence.Member::session)
        .toList();
  }
}
