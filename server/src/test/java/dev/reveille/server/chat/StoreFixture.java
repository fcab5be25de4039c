package dev.reveille.server.chat;

import com.typesafe.config.ConfigFactory;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.app.AllTables;
import dev.reveille.server.callback.CallbackBook;
import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SecureRandomness;
import dev.reveille.server.kernel.SeededRandomness;
import dev.reveille.server.kernel.TimerQueue;
import dev.reveille.server.kernel.Troubles;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.sleep.Sleepers;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.JdbcStore;
import dev.reveille.server.store.MemoryStore;
import dev.reveille.server.store.Store;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A real store in a folder of its own. */
final class StoreFixture implements AutoCloseable {
  private final DataFolder folder;
  private final JdbcStore store;
  private CountDownLatch settled = new CountDownLatch(0);

  StoreFixture(Path path) {
    folder = DataFolder.open(path, Instant.EPOCH);
    store = JdbcStore.open(folder, AllTables.LIST, new Troubles());
    store.listener(batch -> batch.forEach(_ -> settled.countDown()));
  }

  Store store() {
    return store;
  }

  static ChatConfig config() {
    return new ChatConfig(
        ConfigFactory.parseResources(StoreFixture.class, "/reference.conf").getConfig("reveille"));
  }

  /** The parts of a chat whose store is empty and in memory. */
  static ChatParts parts(Clock clock, TimerQueue timers, Presence presence, Sleepers sleepers) {
    return parts(config(), clock, timers, presence, sleepers);
  }

  static ChatParts parts(
      ChatConfig config, Clock clock, TimerQueue timers, Presence presence, Sleepers sleepers) {
    var store = new MemoryStore(AllMemoryTables.make(), () -> {});
    return new ChatParts(
        config,
        clock,
        new Ids(clock, new SeededRandomness(1)),
        store,
        presence,
        new ChannelList(presence, store.reads(ChannelReads.class).channels()),
        ChatParts.ingress(new Redactor(Map.of(), new SecureRandomness()), List.of(), presence),
        new Attentions(),
        Admission.open(config.motd()),
        new CallbackBook(50, clock, timers, _ -> false),
        sleepers);
  }

  /** Durable when this returns. */
  void write(CellId owner, Write... writes) throws InterruptedException {
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
