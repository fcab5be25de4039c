package dev.reveille.server.kernel;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The presence of one process, in memory.
 *
 * <p>Changes come from one thread, because they are effects. Reads come from any thread. The
 * roster's own monitor guards a roster. The bin of the map guards an index entry.
 */
public final class MapPresence implements Presence {
  private final ConcurrentHashMap<String, Agent> agents = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, List<Agent>> byName = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, List<Side>> sides = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Map<String, Member>> rosters = new ConcurrentHashMap<>();

  @Override
  public void put(Agent agent) {
    var old = agents.put(agent.id(), agent);
    if (old != null) unindex(old);
    byName.merge(key(agent.name()), List.of(agent), MapPresence::concat);
  }

  @Override
  public void remove(String agent, SessionId session) {
    var old = agents.get(agent);
    if (old == null || !old.session().equals(session)) return;
    agents.remove(agent);
    unindex(old);
  }

  private void unindex(Agent old) {
    byName.computeIfPresent(
        key(old.name()),
        (_, list) -> {
          var rest = list.stream().filter(a -> !a.id().equals(old.id())).toList();
          return rest.isEmpty() ? null : rest;
        });
  }

  @Override
  public Optional<Agent> agent(String id) {
    return Optional.ofNullable(agents.get(id));
  }

  @Override
  public List<Agent> named(String name) {
    return byName.getOrDefault(key(name), List.of());
  }

  @Override
  public Collection<Agent> agents() {
    return List.copyOf(agents.values());
  }

  @Override
  public void open(Side side) {
    sides.merge(
        side.agent(), List.of(side), (old, added) -> concat(without(old, side.session()), added));
  }

  @Override
  public void close(String agent, SessionId session) {
    sides.computeIfPresent(
        agent,
        (_, open) -> {
          var rest = without(open, session);
          return rest.isEmpty() ? null : rest;
        });
  }

  private static List<Side> without(List<Side> sides, SessionId session) {
    return sides.stream().filter(side -> !side.session().equals(session)).toList();
  }

  @Override
  public List<Side> sides(String agent) {
    return sides.getOrDefault(agent, List.of());
  }

  @Override
  public int sides() {
    int count = 0;
    for (var open : sides.values()) count += open.size();
    return count;
  }

  @Override
  public void enter(String channel, Member member) {
    var roster = rosters.computeIfAbsent(channel, _ -> new LinkedHashMap<>());
    synchronized (roster) {
      roster.put(member.agent(), member);
    }
  }

  /** For tests: returns the number of channels that have a roster. */
  int rosters() {
    return rosters.size();
  }

  @Override
  public void exit(String channel, String agent, SessionId session) {
    var roster = rosters.get(channel);
    if (roster == null) return;
    synchronized (roster) {
      var member = roster.get(agent);
      if (member != null && member.session().equals(session)) roster.remove(agent);
      // Changes come from one thread, so no member enters between the check and the removal.
      if (roster.isEmpty()) rosters.remove(channel);
    }
  }

  @Override
  public List<Member> roster(String channel) {
    var roster = rosters.get(channel);
    if (roster == null) return List.of();
    synchronized (roster) {
      return List.copyOf(roster.values());
    }
  }

  @Override
  public int count(String channel) {
    var roster = rosters.get(channel);
    if (roster == null) return 0;
    synchronized (roster) {
      return roster.size();
    }
  }

  @Override
  public boolean isIn(String channel, String agent, SessionId session) {
    var roster = rosters.get(channel);
    if (roster == null) return false;
    synchronized (roster) {
      var member = roster.get(agent);
      return member != null && member.session().equals(session);
    }
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static <T> List<T> concat(List<T> some, List<T> more) {
    var all = new java.util.ArrayList<>(some);
    all.addAll(more);
    return List.copyOf(all);
  }
}
