package dev.reveille.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.app.Features;
import dev.reveille.server.kernel.Failures;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The promises of every store about a table. Each test of a subclass runs against each kind of
 * store, so that the memory double does the same as the database.
 */
@ParameterizedClass
@EnumSource(StoreKind.class)
public abstract class TableContract extends OpenStore {
  @Parameter StoreKind kind = StoreKind.SQLITE;
  @TempDir Path folder = Path.of("");

  @Override
  protected Store open() {
    return switch (kind) {
      case SQLITE -> JdbcStore.open(file(), Features.TABLES, new Failures());
      case MEMORY -> new MemoryStore(AllMemoryTables.make(), () -> {});
    };
  }

  @Override
  protected Store reopen() {
    store.close();
    return takeOver();
  }

  @Override
  protected Store takeOver() {
    return store instanceof MemoryStore memory
        ? memory.takenOver(() -> {})
        : JdbcStore.open(file(), Features.TABLES, new Failures());
  }

  @Override
  protected void breakDisk() {
    switch (store) {
      case JdbcStore disk -> disk.pragma("query_only = ON").join();
      case MemoryStore memory -> memory.breakDisk();
      default -> throw new AssertionError(store);
    }
  }

  @Override
  protected void mendDisk() {
    switch (store) {
      case JdbcStore disk -> disk.pragma("query_only = OFF").join();
      case MemoryStore memory -> memory.mendDisk();
      default -> throw new AssertionError(store);
    }
  }

  private Path file() {
    return folder.resolve("reveille.db");
  }

  /** Checks that the database finds the rows of these questions by an index and sorts nothing. */
  protected final void assertSearched(String... questions) {
    for (var question : questions) {
      assertThat(plan(question))
          .as(question)
          .anyMatch(step -> step.startsWith("SEARCH"))
          .noneMatch(step -> step.startsWith("SCAN") && !step.equals("SCAN CONSTANT ROW"))
          .noneMatch(step -> step.contains("TEMP B-TREE"));
    }
  }

  /** Checks that a question that counts finds what it counts by an index. */
  protected final void assertCounted(String question) {
    assertThat(plan(question))
        .as(question)
        .anyMatch(step -> step.startsWith("SEARCH") && step.contains("COVERING INDEX"))
        .noneMatch(step -> step.startsWith("SCAN") && !step.equals("SCAN counted"));
  }

  /** Checks that questions for all rows, or the first, walk an index in order. */
  protected final void assertWalked(String... questions) {
    for (var question : questions) {
      assertThat(plan(question)).as(question).hasSize(1);
      assertThat(plan(question).getFirst())
          .as(question)
          .matches("SCAN \\w+( USING (COVERING )?INDEX \\w+)?");
    }
  }

  private List<String> plan(String question) {
    var values = Collections.nCopies((int) question.chars().filter(c -> c == '?').count(), 1);
    try (var database =
        JdbcStore.open(folder.resolve("plan.db"), Features.TABLES, new Failures())) {
      return database.read(
          r ->
              r.list(
                  "EXPLAIN QUERY PLAN " + question,
                  row -> row.getString("detail"),
                  values.toArray()));
    }
  }
}
