package dev.reveille.server.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every store promises of a table. Each test of a subclass runs against each kind of store, so
 * that the memory double does the same as the database.
 */
@ParameterizedClass
@EnumSource(StoreKind.class)
public abstract class TableContract extends OpenStore {
  @Parameter StoreKind kind = StoreKind.SQLITE;
  @TempDir Path folder = Path.of("");

  @Override
  protected Store open() {
    return switch (kind) {
      case SQLITE -> JdbcStore.open(file());
      case MEMORY -> new MemoryStore(() -> {});
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
        : JdbcStore.open(file());
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
}
