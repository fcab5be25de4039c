package dev.reveille.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.app.Features;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Write;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TablesTest {
  @TempDir Path folder = Path.of("");

  private record Note(String text) implements Write {}

  private interface NoteRows {}

  private static Table.Builder notes(String name) {
    return Table.named(name)
        .write(Note.class, "INSERT INTO notes VALUES (?)", (row, n) -> row.setString(1, n.text()));
  }

  @Test
  void every_migration_is_named_by_a_table_and_every_named_one_exists()
      throws IOException, URISyntaxException {
    var migrations =
        Path.of(Objects.requireNonNull(getClass().getResource("/db/migration")).toURI());
    try (var files = Files.walk(migrations)) {
      var found =
          files
              .filter(Files::isRegularFile)
              .map(f -> migrations.relativize(f).toString().replace('\\', '/'))
              .toList();
      assertThat(new TreeSet<>(new Tables(Features.TABLES).migrations().values()))
          .isEqualTo(new TreeSet<>(found));
    }
  }

  @Test
  void what_two_tables_have_is_refused_when_the_store_is_opened() {
    assertThatThrownBy(() -> new Tables(List.of(notes("a").build(), notes("b").build())))
        .hasMessageContaining("two tables: a and b");
    assertThatThrownBy(
            () -> new Tables(List.of(Table.named("a").build(), Table.named("a").build())))
        .hasMessageContaining("table a");
    var first = Table.named("a").reads(NoteRows.class, _ -> new NoteRows() {}).build();
    var second = Table.named("b").reads(NoteRows.class, _ -> new NoteRows() {}).build();
    assertThatThrownBy(() -> new Tables(List.of(first, second)))
        .hasMessageContaining("two tables: a and b");
    assertThatThrownBy(
            () -> new Tables(List.of(Table.named("a").migrations("V1__other.sql").build())))
        .hasMessageContaining("V1__other.sql")
        .hasMessageContaining("same number");
  }

  @Test
  void a_write_has_one_owner_among_all_features() {
    var one = Feature.of("one", notes("a").build());
    var two = Feature.of("two", notes("b").build());
    assertThatThrownBy(() -> Feature.requireOneOwnerEach(List.of(one, two)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("write Note (one and two)");
    Feature.requireOneOwnerEach(List.of(one, new Feature("all", List.copyOf(Features.TABLES))));
  }

  @Test
  void reads_that_no_table_offers_are_named() {
    try (var store = JdbcStore.open(folder.resolve("a.db"), Features.TABLES, new Failures())) {
      assertThatThrownBy(() -> store.reads(NoteRows.class))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("NoteRows");
    }
  }

  @Test
  void the_memory_doubles_know_the_same_tables() {
    try (var store = JdbcStore.open(folder.resolve("a.db"), Features.TABLES, new Failures());
        var memory = new MemoryStore(AllMemoryTables.make(), () -> {})) {
      assertThat(memory.sizes()).isEqualTo(store.sizes()).hasSize(Features.TABLES.size());
    }
  }
}
