package dev.reveille.server.chat;

import com.typesafe.config.ConfigFactory;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.JdbcStore;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoreWrite;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A real store in a folder of its own. */
final class StoreFixture implements AutoCloseable {
  private final DataFolder folder;
  private final JdbcStore store;
  private CountDownLatch settled = new CountDownLatch(0);

  StoreFixture(Path path) {
    folder = DataFolder.open(path, Instant.EPOCH);
    store = JdbcStore.open(folder);
    store.listener(batch -> batch.forEach(_ -> settled.countDown()));
  }

  Store store() {
    return store;
  }

  static ChatConfig config() {
    return new ChatConfig(
        ConfigFactory.parseResources(StoreFixture.class, "/reference.conf").getConfig("reveille"));
  }

  /** Durable when this returns. */
  void write(CellId owner, StoreWrite... writes) throws InterruptedException {
    settled = new CountDownLatch(1);
    store.submit(
        new Committer.Submission(owner, 1, Unit.required(List.of(writes), List.of(), List.of())));
    if (!settled.await(20, TimeUnit.SECONDS)) throw new AssertionError("not settled");
  }

  @Override
  public void close() {
    store.close();
    folder.close();
  }
}
