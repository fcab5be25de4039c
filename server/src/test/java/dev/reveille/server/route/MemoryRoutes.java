package dev.reveille.server.route;

import dev.reveille.server.store.MemoryTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The wake routes, in memory. */
public final class MemoryRoutes extends MemoryTable implements RouteReads {
  /** An identity and a number. */
  private record Place(String identity, long n) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int first = identity.compareTo(other.identity);
      return first == 0 ? Long.compare(n, other.n) : first;
    }
  }

  private final TreeMap<Place, WakeRoute> routes = new TreeMap<>();
  private final TreeMap<Place, String> secrets = new TreeMap<>();
  private final TreeMap<String, Long> books = new TreeMap<>();

  public MemoryRoutes() {
    write(
        SaveRoute.class,
        (write, undo) -> {
          var next = write.route();
          var place = new Place(next.identity(), next.n());
          boolean taken =
              routes.entrySet().stream()
                  .anyMatch(each -> !each.getKey().equals(place) && same(each.getValue(), next));
          var old = routes.get(place);
          if (old == null && taken) throw new Contradiction("a second route of this key");
          undo.set(
              routes,
              place,
              old == null
                  ? next
                  : new WakeRoute(
                      old.identity(),
                      old.n(),
                      old.trigger(),
                      old.filter(),
                      old.target(),
                      old.address(),
                      next.policy(),
                      next.windowMillis(),
                      next.marks(),
                      next.failures(),
                      next.degraded(),
                      next.by()));
          if (write.secret() != null) undo.set(secrets, place, write.secret());
        });
    write(
        DeleteRoute.class,
        (write, undo) -> {
          var place = new Place(write.identity(), write.n());
          undo.remove(routes, place);
          undo.remove(secrets, place);
        });
    write(SaveRouteBook.class, (write, undo) -> undo.set(books, write.identity(), write.next()));
    reads(RouteReads.class, this);
  }

  private static boolean same(WakeRoute one, WakeRoute other) {
    return one.identity().equals(other.identity())
        && one.trigger() == other.trigger()
        && one.filter().equals(other.filter())
        && one.target() == other.target()
        && one.address().equals(other.address());
  }

  @Override
  public List<WakeRoute> routes(String identity) {
    read();
    return routes.values().stream().filter(route -> route.identity().equals(identity)).toList();
  }

  @Override
  public List<WakeRoute> routesAfter(String identity, long n, int limit) {
    read();
    return routes.tailMap(new Place(identity, n), false).values().stream().limit(limit).toList();
  }

  @Override
  public OptionalLong next(String identity) {
    read();
    var next = books.get(identity);
    return next == null ? OptionalLong.empty() : OptionalLong.of(next);
  }

  @Override
  public Optional<String> secret(String identity, long n) {
    read();
    return Optional.ofNullable(secrets.get(new Place(identity, n)));
  }

  @Override
  protected void forgetAgent(String agent) {
    routes.keySet().removeIf(place -> place.identity().equals(agent));
    secrets.keySet().removeIf(place -> place.identity().equals(agent));
    books.remove(agent);
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("wake_routes", (long) routes.size(), "wake_route_books", (long) books.size());
  }
}
