package dev.reveille.server.task;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds groups of agents in which everybody waits for somebody of the group. */
/*
 * Tarjan's algorithm for strongly connected components, with a stack of its own instead of
 * recursion: a chain of waits may be long.
 */
final class WaitCircles {
  private final Map<String, Set<String>> next = new LinkedHashMap<>();
  private final Map<String, Integer> number = new HashMap<>();
  private final Map<String, Integer> low = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final Set<String> isOpen = new LinkedHashSet<>();
  private final List<List<String>> found = new ArrayList<>();

  private WaitCircles() {}

  private record Visit(String agent, Iterator<String> others) {}

  /** Returns the groups of at least two agents. */
  static List<List<String>> in(List<TaskWait> waits) {
    var circles = new WaitCircles();
    for (var wait : waits) {
      if (wait.waiter().equals(wait.on())) continue;
      circles.next.computeIfAbsent(wait.waiter(), _ -> new LinkedHashSet<>()).add(wait.on());
    }
    for (var agent : List.copyOf(circles.next.keySet())) {
      if (!circles.number.containsKey(agent)) circles.search(agent);
    }
    return circles.found;
  }

  private void search(String start) {
    var visits = new ArrayDeque<Visit>();
    visits.push(enter(start));
    while (!visits.isEmpty()) {
      var visit = visits.peek();
      if (visit.others().hasNext()) {
        var other = visit.others().next();
        if (!number.containsKey(other)) visits.push(enter(other));
        else if (isOpen.contains(other)) lower(visit.agent(), number.getOrDefault(other, 0));
      } else {
        visits.pop();
        var above = visits.peek();
        if (above != null) lower(above.agent(), low.getOrDefault(visit.agent(), 0));
        leave(visit.agent());
      }
    }
  }

  private Visit enter(String agent) {
    number.put(agent, number.size());
    low.put(agent, number.size() - 1);
    open.push(agent);
    isOpen.add(agent);
    return new Visit(agent, next.getOrDefault(agent, Set.of()).iterator());
  }

  private void lower(String agent, int value) {
    low.merge(agent, value, Math::min);
  }

  private void leave(String agent) {
    if (!low.getOrDefault(agent, 0).equals(number.get(agent))) return;
    var group = new ArrayList<String>();
    String last;
    do {
      last = open.pop();
      isOpen.remove(last);
      group.add(last);
    } while (!last.equals(agent));
    if (group.size() > 1) found.add(group);
  }
}
