package dev.reveille.server.route;

import dev.reveille.protocol.RouteMessages;
import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The routes of one identity in memory, and the writes of each change. Part of the route cell,
 * whose state runs ahead of the store.
 */
final class RouteBook {
  static final int MOST = 50;
  static final String FULL = "There are " + MOST + " routes already; remove one first";

  /** Made by the settings. */
  static final String SETTINGS = "reveille.conf";

  /** So many deliveries in a row that failed degrade a route. */
  static final int MOST_FAILURES = 3;

  private final String identity;
  private final TreeMap<Long, WakeRoute> routes = new TreeMap<>();

  /** The number of the next route; 0 = the identity never had any. */
  private long next;

  RouteBook(String identity, RouteReads reads) {
    this.identity = identity;
    for (var route : reads.routes(identity)) routes.put(route.n(), route);
    next = reads.next(identity).orElse(0);
  }

  String identity() {
    return identity;
  }

  List<WakeRoute> routes() {
    return List.copyOf(routes.values());
  }

  @Nullable WakeRoute route(long n) {
    return routes.get(n);
  }

  /** True if the identity has had its first routes. */
  boolean exists() {
    return next > 0;
  }

  /** True if some route has entries before it that were not handed over. */
  boolean isBehind(RouteHeads.Heads heads) {
    return routes.values().stream().anyMatch(route -> route.marks().markSeq() < heads.seq());
  }

  List<Write> boot(RouteHeads.Heads heads) {
    var writes = new ArrayList<Write>();
    if (!exists()) {
      var marks = RouteMarks.at(heads.seq(), heads.reference());
      for (var route : WakeRoute.first(identity, marks)) save(route, null, writes);
      next = routes.size() + 1L;
      writes.add(new SaveRouteBook(identity, next));
      return writes;
    }
    retireDuplicates(writes);
    for (var route : routes()) {
      var marks = route.marks().within(heads.seq(), heads.reference());
      if (!marks.equals(route.marks())) save(route.with(marks), null, writes);
    }
    return writes;
  }

  /** Removes all but the newest of the routes that have one key. */
  private void retireDuplicates(List<Write> writes) {
    var newest = new HashMap<RouteKey, Long>();
    for (var route : routes.values()) newest.merge(route.key(), route.n(), Math::max);
    var kept = new HashSet<>(newest.values());
    for (var route : routes()) if (!kept.contains(route.n())) writes.addAll(remove(route.n()));
  }

  private void save(WakeRoute route, @Nullable String secret, List<Write> writes) {
    routes.put(route.n(), route);
    writes.add(new SaveRoute(route, secret));
  }

  List<Write> remove(long n) {
    routes.remove(n);
    return List.of(new DeleteRoute(identity, n));
  }

  private static RouteKey key(RouteMessages.Wish wish, String address) {
    var replyTo = wish.replyTo();
    return new RouteKey(
        WakeTrigger.valueOf(wish.trigger().toUpperCase(Locale.ROOT)),
        new RouteFilter(wish.least(), wish.from(), wish.tags(), replyTo == null ? "" : replyTo),
        RouteTarget.of(wish.target()),
        address);
  }

  /** Returns the route that the wish is about; null if it is a new one. */
  @Nullable WakeRoute find(RouteMessages.Wish wish, String address) {
    var key = key(wish, address);
    return routes.values().stream()
        .filter(route -> route.key().equals(key))
        .reduce((_, last) -> last)
        .orElse(null);
  }

  boolean isFull(RouteMessages.Wish wish, String address) {
    return routes.size() >= MOST && find(wish, address) == null;
  }

  /** Sets the routes of the settings, and removes those that the settings no longer have. */
  List<Write> define(List<DefinedRoute> defined, RouteHeads.Heads heads) {
    var writes = new ArrayList<Write>();
    var keys = new HashSet<RouteKey>();
    for (var each : defined) {
      if (isFull(each.wish(), each.address())) break;
      keys.add(key(each.wish(), each.address()));
      var secret = each.secret().isEmpty() ? null : each.secret();
      writes.addAll(set(each.wish(), each.address(), secret, SETTINGS, heads));
    }
    for (var route : routes()) {
      if (route.by().equals(SETTINGS) && !keys.contains(route.key())) undefine(route, writes);
    }
    return writes;
  }

  /** A route that each seat has becomes again what it is without settings; another one goes. */
  private void undefine(WakeRoute route, List<Write> writes) {
    var usual =
        WakeRoute.first(identity, route.marks()).stream()
            .filter(each -> each.key().equals(route.key()))
            .findFirst();
    if (usual.isEmpty()) {
      writes.addAll(remove(route.n()));
      return;
    }
    var again = usual.get();
    save(route.wished(again.policy(), again.windowMillis(), again.by()), null, writes);
  }

  /** Changes the route of the same key, or adds one that begins now. */
  List<Write> set(
      RouteMessages.Wish wish,
      String address,
      @Nullable String secret,
      String by,
      RouteHeads.Heads heads) {
    var writes = new ArrayList<Write>();
    var policy = WakePolicy.valueOf(wish.policy().toUpperCase(Locale.ROOT));
    var seconds = wish.windowS();
    long window = seconds == null ? -1 : seconds * 1_000L;
    var before = find(wish, address);
    if (before != null) {
      save(before.wished(policy, window, by), secret, writes);
      return writes;
    }
    var key = key(wish, address);
    save(
        new WakeRoute(
            identity,
            next,
            key.trigger(),
            key.filter().text(),
            key.target(),
            address,
            policy,
            window,
            RouteMarks.at(heads.seq(), heads.reference()),
            0,
            null,
            by),
        secret,
        writes);
    next++;
    writes.add(new SaveRouteBook(identity, next));
    return writes;
  }

  /** Moves the watermarks: a wake had the entries up to here. */
  List<Write> handedOver(long seq, long at) {
    var writes = new ArrayList<Write>();
    for (var route : routes()) {
      var marks = route.marks().handedOver(seq, at);
      if (marks.markSeq() > route.marks().markSeq()) save(route.with(marks), null, writes);
    }
    return writes;
  }

  /** Notes how a call of a webhook ended. */
  List<Write> called(long n, @Nullable String why, boolean lasting) {
    var writes = new ArrayList<Write>();
    var route = routes.get(n);
    if (route == null || route.degraded() != null) return writes;
    if (why == null) {
      if (route.failures() > 0) save(route.failed(0, null), null, writes);
      return writes;
    }
    int inARow = route.failures() + 1;
    boolean over = lasting || inARow >= MOST_FAILURES;
    save(route.failed(inARow, over ? why : null), null, writes);
    return writes;
  }
}
