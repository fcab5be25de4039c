package dev.reveille.server.route;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.Priority;
import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeTrigger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks the routes of an agent about each unread entry, and sums up what they say. */
public final class MailRouting {
  /** The word of the routes about one entry. */
  public enum Verdict {
    /** It may make a turn. */
    WAKES,
    /** It is listed and makes no turn. */
    WAITS,
    /** It was in the inbox before the route. */
    HISTORY
  }

  private final List<WakeRoute> routes;
  private final Map<Long, RouteFilter> filters = new HashMap<>();
  private final Set<Long> matched = new HashSet<>();
  private final RouteMarks end;
  private WakePolicy heldBy = WakePolicy.SILENT;
  private long held;
  private long timers;

  /**
   * @param end where the inbox ends: a mark beyond it does not count
   */
  public MailRouting(List<WakeRoute> routes, RouteMarks end) {
    this.routes = routes;
    this.end = end;
    for (var route : routes) filters.put(route.n(), RouteFilter.read(route.filter()));
  }

  /** True if a route for mentions looks at more than sender and priority. */
  public boolean needsMentionedEntries() {
    return routes.stream()
        .filter(route -> route.trigger() == WakeTrigger.MENTION)
        .anyMatch(route -> filterOf(route).needsFields());
  }

  private RouteFilter filterOf(WakeRoute route) {
    return filters.getOrDefault(route.n(), RouteFilter.ALL);
  }

  /**
   * Judges an entry.
   *
   * @param place its seq, or the number of a mention
   * @param extras its further wire fields without braces; null if they are not known
   */
  public Verdict judge(
      WakeTrigger trigger, long place, Priority priority, String sender, @Nullable String extras) {
    boolean history = false;
    WakePolicy boldest = null;
    for (var route : routes) {
      if (route.trigger() != trigger) continue;
      var marks = route.marks().within(end.sinceSeq(), end.sinceReference());
      long since = trigger == WakeTrigger.MENTION ? marks.sinceReference() : marks.sinceSeq();
      var filter = filterOf(route);
      var fields =
          extras == null || !filter.needsFields()
              ? null
              : Json.read("{" + extras + "}").orElse(null);
      if (!filter.matches(priority, sender, fields)) continue;
      if (place <= since) {
        history = true;
        continue;
      }
      if (route.policy() == WakePolicy.IMMEDIATE) matched.add(route.n());
      if (boldest == null || route.policy().compareTo(boldest) > 0) boldest = route.policy();
    }
    if (boldest == WakePolicy.IMMEDIATE) return Verdict.WAKES;
    if (boldest == null) return history ? Verdict.HISTORY : Verdict.WAITS;
    held++;
    if (boldest.compareTo(heldBy) > 0) heldBy = boldest;
    return Verdict.WAITS;
  }

  public void timer() {
    timers++;
  }

  public RouteLook look() {
    return new RouteLook(routes, held, heldBy, timers, matched);
  }
}
