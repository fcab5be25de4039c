package dev.reveille.server.route;

import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** The tables of wake routes. */
public final class WakeRouteTable {
  private static final String FILE = "V43__wake_routes.sql";
  private static final String COLUMNS =
      "SELECT identity, n, event, filter, target, address, policy, window_ms, since_seq, since_ref,"
          + " mark_seq, mark_at, failures, degraded, made_by FROM wake_routes";
  static final String OF = COLUMNS + " WHERE identity = ? ORDER BY n";
  static final String AFTER =
      COLUMNS + " WHERE identity > ? OR (identity = ? AND n > ?) ORDER BY identity, n LIMIT ?";
  static final String NEXT = "SELECT next_n FROM wake_route_books WHERE identity = ?";
  static final String SECRET =
      "SELECT secret FROM wake_routes WHERE identity = ? AND n = ? AND secret IS NOT NULL";

  private static final Table ROUTES =
      Table.named("wake_routes")
          .migrations(FILE)
          .write(
              SaveRoute.class,
              "INSERT INTO wake_routes (identity, n, event, filter, target, address, policy,"
                  + " window_ms, since_seq, since_ref, mark_seq, mark_at, failures, degraded,"
                  + " made_by, secret) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                  + " ON CONFLICT (identity, n) DO UPDATE SET policy = excluded.policy,"
                  + " window_ms = excluded.window_ms, since_seq = excluded.since_seq,"
                  + " since_ref = excluded.since_ref, mark_seq = excluded.mark_seq,"
                  + " mark_at = excluded.mark_at, failures = excluded.failures,"
                  + " degraded = excluded.degraded, made_by = excluded.made_by,"
                  + " secret = COALESCE(excluded.secret, wake_routes.secret)",
              (row, write) -> set(row, write))
          .write(
              DeleteRoute.class,
              "DELETE FROM wake_routes WHERE identity = ? AND n = ?",
              (row, write) -> {
                row.setString(1, write.identity());
                row.setLong(2, write.n());
              })
          .forgetAgent("DELETE FROM wake_routes WHERE identity = ?")
          .reads(RouteReads.class, Sql::new)
          .build();

  private static final Table BOOKS =
      Table.named("wake_route_books")
          .migrations(FILE)
          .write(
              SaveRouteBook.class,
              "INSERT INTO wake_route_books (identity, next_n) VALUES (?, ?)"
                  + " ON CONFLICT (identity) DO UPDATE SET next_n = excluded.next_n",
              (row, write) -> {
                row.setString(1, write.identity());
                row.setLong(2, write.next());
              })
          .forgetAgent("DELETE FROM wake_route_books WHERE identity = ?")
          .build();

  public static final List<Table> TABLES = List.of(ROUTES, BOOKS);

  private WakeRouteTable() {}

  private static void set(PreparedStatement row, SaveRoute write) throws SQLException {
    var route = write.route();
    row.setString(1, route.identity());
    row.setLong(2, route.n());
    row.setString(3, route.trigger().name().toLowerCase(Locale.ROOT));
    row.setString(4, route.filter());
    row.setString(5, route.target().word());
    row.setString(6, route.address());
    row.setString(7, route.policy().name().toLowerCase(Locale.ROOT));
    row.setLong(8, route.windowMillis());
    row.setLong(9, route.marks().sinceSeq());
    row.setLong(10, route.marks().sinceReference());
    row.setLong(11, route.marks().markSeq());
    row.setLong(12, route.marks().markAt());
    row.setLong(13, route.failures());
    row.setString(14, route.degraded());
    row.setString(15, route.by());
    row.setString(16, write.secret());
  }

  private static WakeRoute route(ResultSet row) throws SQLException {
    return new WakeRoute(
        row.getString(1),
        row.getLong(2),
        WakeTrigger.valueOf(row.getString(3).toUpperCase(Locale.ROOT)),
        row.getString(4),
        RouteTarget.of(row.getString(5)),
        row.getString(6),
        WakePolicy.valueOf(row.getString(7).toUpperCase(Locale.ROOT)),
        row.getLong(8),
        new RouteMarks(row.getLong(9), row.getLong(10), row.getLong(11), row.getLong(12)),
        row.getInt(13),
        row.getString(14),
        row.getString(15));
  }

  private record Sql(TableReader reader) implements RouteReads {
    @Override
    public List<WakeRoute> routes(String identity) {
      return reader.list(OF, WakeRouteTable::route, identity);
    }

    @Override
    public List<WakeRoute> routesAfter(String identity, long n, int limit) {
      return reader.list(AFTER, WakeRouteTable::route, identity, identity, n, limit);
    }

    @Override
    public OptionalLong next(String identity) {
      var next = reader.first(NEXT, row -> row.getLong(1), identity);
      return next.isPresent() ? OptionalLong.of(next.get()) : OptionalLong.empty();
    }

    @Override
    public Optional<String> secret(String identity, long n) {
      return reader.first(SECRET, row -> row.getString(1), identity, n);
    }
  }
}
