package dev.reveille.server.simulation;

import com.typesafe.config.ConfigFactory;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.app.Features;
import dev.reveille.server.channel.ChannelFilters;
import dev.reveille.server.channel.ChannelList;
import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.chat.Admission;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.Redactor;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SecureRandomness;
import dev.reveille.server.kernel.SeededRandomness;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.limits.ChatConfig;
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
public final class StoreFixture implements AutoCloseable {
  private final DataFolder folder;
  private final JdbcStore store;
  private CountDownLatch settled = new CountDownLatch(0);

  public StoreFixture(Path path) {
    folder = DataFolder.open(path, Instant.EPOCH);
    store = JdbcStore.open(folder, Features.TABLES, new Failures());
    store.listener(batch -> batch.forEach(_ -> settled.countDown()));
  }

  public Store store() {
    return store;
  }

  public static ChatConfig config() {
    return new ChatConfig(
        ConfigFactory.parseResources(StoreFixture.class, "/reference.conf").getConfig("reveille"));
  }

  /** The parts of a chat whose store is empty and in memory. */
  public static ChatParts parts(Clock clock, Presence presence) {
    return parts(config(), clock, presence);
  }

  public static ChatParts parts(ChatConfig config, Clock clock, Presence presence) {
    var store = new MemoryStore(AllMemoryTables.make(), () -> {});
    return new ChatParts(
        config,
        clock,
        new Ids(clock, new SeededRandomness(1)),
        store,
        presence,
        new ChannelList(presence, store.reads(ChannelReads.class).channels()),
        ChatParts.ingress(new Redactor(Map.of(), new SecureRandomness()), List.of(), presence),
        new ChannelFilters(),
        Admission.open(config.motd()));
  }

  /** Durable when this returns. */
  public void write(CellId owner, Write... writes) throws InterruptedException {
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
