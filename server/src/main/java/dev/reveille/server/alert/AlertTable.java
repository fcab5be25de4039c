package dev.reveille.server.alert;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The tables of alerts, and of the presence of people. */
public final class AlertTable {
  static final Duration KEPT = Duration.ofDays(30);
  private static final String FILE = "V40__alerts.sql";
  private static final String WHO = "administrator";

  static final String ALERTS =
      "SELECT alert, at, text, tries, next_at, told_at, ways FROM alerts ORDER BY at DESC, alert"
          + " LIMIT ?";
  static final String SEEN = "SELECT seen_at FROM people_seen WHERE who = ?";

  static final String ASIDE = "SELECT need FROM needs_aside WHERE until_at > ?";

  public static final List<Table> TABLES =
      List.of(
          Table.named("alerts")
              .migrations(FILE)
              .write(
                  SaveAlert.class,
                  "INSERT INTO alerts (alert, at, text, tries, next_at, told_at, ways)"
                      + " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (alert) DO UPDATE SET"
                      + " at = excluded.at, text = excluded.text, tries = excluded.tries,"
                      + " next_at = excluded.next_at, told_at = excluded.told_at,"
                      + " ways = excluded.ways",
                  (row, write) -> {
                    row.setString(1, write.alert().key());
                    row.setLong(2, write.alert().at());
                    row.setString(3, write.alert().text());
                    row.setLong(4, write.alert().tries());
                    row.setLong(5, write.alert().nextAt());
                    row.setLong(6, write.alert().toldAt());
                    row.setString(7, write.alert().ways());
                  })
              .removeOlderThan(KEPT, "at")
              .reads(AlertReads.class, Sql::new)
              .build(),
          Table.named("people_seen")
              .migrations(FILE)
              .write(
                  SavePersonSeen.class,
                  "INSERT INTO people_seen (who, seen_at) VALUES (?, ?)"
                      + " ON CONFLICT (who) DO UPDATE SET seen_at = excluded.seen_at",
                  (row, write) -> {
                    row.setString(1, WHO);
                    row.setLong(2, write.at());
                  })
              .build(),
          Table.named("needs_aside")
              .migrations("V52__needs_aside.sql")
              .write(
                  SaveAside.class,
                  "INSERT INTO needs_aside (need, until_at) VALUES (?, ?)"
                      + " ON CONFLICT (need) DO UPDATE SET until_at = excluded.until_at",
                  (row, write) -> {
                    row.setString(1, write.need());
                    row.setLong(2, write.until());
                  })
              .removeOlderThan(KEPT, "until_at")
              .build());

  private AlertTable() {}

  private record Sql(TableReader reader) implements AlertReads {
    @Override
    public List<StoredAlert> alerts(int limit) {
      return reader.list(
          ALERTS,
          row ->
              new StoredAlert(
                  row.getString(1),
                  row.getLong(2),
                  row.getString(3),
                  row.getInt(4),
                  row.getLong(5),
                  row.getLong(6),
                  row.getString(7)),
          limit);
    }

    @Override
    public Set<String> aside(long wallMillis) {
      return Set.copyOf(reader.list(ASIDE, row -> row.getString(1), wallMillis));
    }

    @Override
    public long personSeen() {
      return reader.first(SEEN, row -> row.getLong(1), WHO).orElse(0L);
    }
  }
}
