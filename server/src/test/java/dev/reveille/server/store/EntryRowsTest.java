package dev.reveille.server.store;

import static dev.reveille.server.store.Rows.T;
import static dev.reveille.server.store.Rows.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.app.Features;
import dev.reveille.server.channel.AddChannel;
import dev.reveille.server.channel.RemoveChannel;
import dev.reveille.server.channel.StoredChannel;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Write;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rows of a feature that belong to an entry go when the entry goes. */
class EntryRowsTest extends TableContract {
  private record AddStar(String stream, long seq, String agent) implements Write {}

  private interface StarReads {
    List<Long> starred(String stream);
  }

  private static final Table STARS =
      Table.named("stars")
          .write(
              AddStar.class,
              "INSERT INTO stars (stream, seq, agent) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
              (row, star) -> {
                row.setString(1, star.stream());
                row.setLong(2, star.seq());
                row.setString(3, star.agent());
              })
          .forgetEntries("DELETE FROM stars WHERE stream = ? AND seq <= ?")
          .reads(
              StarReads.class,
              reader ->
                  stream ->
                      reader.list(
                          "SELECT seq FROM stars WHERE stream = ? ORDER BY seq",
                          row -> row.getLong(1),
                          stream))
          .build();

  private static final class MemoryStars extends MemoryTable {
    private final Map<AddStar, AddStar> stars = new LinkedHashMap<>();

    MemoryStars() {
      write(AddStar.class, (star, undo) -> undo.put(stars, star, star));
      reads(StarReads.class, this::starred);
    }

    private List<Long> starred(String stream) {
      read();
      return stars.keySet().stream()
          .filter(star -> star.stream().equals(stream))
          .map(AddStar::seq)
          .sorted()
          .toList();
    }

    @Override
    protected void forgetEntries(String stream, long upTo, Undo undo) {
      undo.keep(stars);
      stars.keySet().removeIf(star -> star.stream().equals(stream) && star.seq() <= upTo);
    }

    @Override
    protected Map<String, Long> sizes() {
      return Map.of("stars", (long) stars.size());
    }
  }

  @Override
  protected Store open() {
    return switch (kind) {
      case SQLITE -> {
        var file = folder.resolve("stars.db");
        makeTable(file);
        var tables = new ArrayList<>(Features.TABLES);
        tables.add(STARS);
        yield JdbcStore.open(file, tables, new Failures());
      }
      case MEMORY -> {
        var tables = new ArrayList<>(AllMemoryTables.make());
        tables.add(new MemoryStars());
        yield new MemoryStore(tables, () -> {});
      }
    };
  }

  private static void makeTable(Path file) {
    JdbcStore.open(file, Features.TABLES, new Failures()).close();
    try (var database = Sqlite.writer(file);
        var statement = database.createStatement()) {
      statement.execute(
          "CREATE TABLE stars (stream TEXT, seq INTEGER, agent TEXT,"
              + " PRIMARY KEY (stream, seq, agent))");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Long> starred(String stream) {
    return store.reads(StarReads.class).starred(stream);
  }

  private void starEach(String stream, int count) {
    for (int i = 1; i <= count; i++) {
      units.required("a", 1, message(stream, i), new AddStar(stream, i, "@ann"));
    }
    assertThat(units.refusals()).isEmpty();
  }

  @Test
  void when_retention_by_count_removes_the_entry() {
    starEach("#a", 12);
    starEach("#b", 3);
    assertThat(store.prune(new Retention(5, Duration.ZERO), T)).as("entries").isEqualTo(7);
    assertThat(starred("#a")).isEqualTo(range(8, 12));
    assertThat(starred("#b")).isEqualTo(range(1, 3));
  }

  @Test
  void when_retention_by_age_removes_more_entries_than_fit_in_one_transaction() {
    starEach("#a", 1_200);
    long day = Duration.ofDays(1).toMillis();
    store.prune(new Retention(0, Duration.ofMillis(101)), T + 1_200);
    assertThat(starred("#a")).isEqualTo(range(1_099, 1_200));
    store.prune(new Retention(0, Duration.ofDays(1)), T + 2 * day);
    assertThat(starred("#a")).isEmpty();
  }

  @Test
  void when_the_mailbox_of_an_agent_that_cannot_come_back_is_removed() {
    starEach("@gone", 1_200);
    starEach("#a", 2);
    long day = Duration.ofDays(1).toMillis();
    assertThat(store.prune(new Retention(0, Duration.ZERO, Duration.ofDays(1)), T + 2 * day))
        .isEqualTo(1_201);
    assertThat(starred("@gone")).isEmpty();
    assertThat(starred("#a")).isEqualTo(range(1, 2));
  }

  @Test
  void when_the_channel_is_removed_unless_the_store_refuses_that() {
    units.required("a", 1, new AddChannel(new StoredChannel("#a", false, false, null, T)));
    for (int i = 1; i <= 3; i++) units.required("a", 1, new AddStar("#a", i, "@ann"));
    units.required("b", 1, new RemoveChannel("#a"), message("#b", 9));
    assertThat(units.outcome()).endsWith("r");
    assertThat(starred("#a")).isEqualTo(range(1, 3));
    units.required("c", 1, new RemoveChannel("#a"));
    assertThat(units.outcome()).endsWith("s");
    assertThat(starred("#a")).isEmpty();
  }
}
