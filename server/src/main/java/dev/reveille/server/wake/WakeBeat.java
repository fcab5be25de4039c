package dev.reveille.server.wake;

import dev.reveille.server.decision.SeatBook;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.route.RouteCell;
import dev.reveille.server.route.RouteCommand;
import dev.reveille.server.route.RouteReads;
import dev.reveille.server.route.RouteView;
import dev.reveille.server.route.WakeRoute;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps the view of seats and routes up to date. A seat that is new, or that this process sees for
 * the first time, is told to put its routes in order; then it replays what was not handed over.
 */
final class WakeBeat {
  private static final int PAGE = 1_000;

  /** The most seats that are told so at one beat. */
  private static final int MOST_AT_ONCE = 2_000;

  private final Host host;
  private final Store store;
  private final SeatBook book;
  private final RouteView routes;
  private final DefinedRoutes defined;

  /** The seats whose cells were told. Only one thread calls {@link #seats}. */
  private final Set<String> told = new HashSet<>();

  WakeBeat(Host host, Store store, SeatBook book, RouteView routes, DefinedRoutes defined) {
    this.host = host;
    this.store = store;
    this.book = book;
    this.routes = routes;
    this.defined = defined;
  }

  /** Takes in what is stored, before anything happens. */
  void start() {
    defined.find();
    routes.seats(book.seats());
    var reads = store.reads(RouteReads.class);
    var last = "";
    long n = 0;
    var of = new ArrayList<WakeRoute>();
    while (true) {
      var page = reads.routesAfter(last, n, PAGE);
      for (var route : page) {
        if (!route.identity().equals(last)) take(last, of);
        last = route.identity();
        n = route.n();
        of.add(route);
      }
      if (page.size() < PAGE) break;
    }
    take(last, of);
  }

  private void take(String identity, List<WakeRoute> of) {
    if (!of.isEmpty() && routes.hasSeat(identity)) routes.put(identity, of);
    of.clear();
  }

  /** Takes in the seats that there are now. */
  void seats(List<String> now) {
    routes.seats(now);
    told.retainAll(routes.seats());
    int count = 0;
    for (var seat : now) {
      if (count >= MOST_AT_ONCE) return;
      if (!told.add(seat)) continue;
      count++;
      host.tell(RouteCell.at(seat), new RouteCommand.Boot(defined.of(seat)));
    }
  }
}
