package dev.reveille.server.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class JdbcStoreTest extends StoreContract {
  @TempDir Path folder = Path.of("");

  private Path file() {
    return folder.resolve("reveille.db");
  }

  private JdbcStore jdbc() {
    return (JdbcStore) store;
  }

  @Override
  protected Store open() {
    return JdbcStore.open(file());
  }

  @Override
  protected Store reopen() {
    store.close();
    return JdbcStore.open(file());
  }

  @Override
  protected Store takeOver() {
    return JdbcStore.open(file());
  }

  @Override
  protected void breakDisk() {
    jdbc().pragma("query_only = ON").join();
  }

  @Override
  protected void mendDisk() {
    jdbc().pragma("query_only = OFF").join();
  }
}
