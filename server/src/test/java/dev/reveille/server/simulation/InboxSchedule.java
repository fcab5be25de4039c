package dev.reveille.server.simulation;

import static dev.reveille.server.simulation.InboxScene.ADA_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.server.simulation.InboxConsumer.Item;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Retention;
import dev.reveille.server.store.StoredEntry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The common part of all schedules of an inbox: a node with ada and bob, who are in two channels.
 */
abstract class InboxSchedule {
  static final List<String> CHANNELS = List.of("#general", "#room");

  /** True if the tests run at full length. */
  static final boolean FULL = Boolean.getBoolean("reveille.full");

  private static final int MOST = 50;

  final Random random;
  final InboxScene scene;
  final InboxConsumer consumer = new InboxConsumer(ADA_ID);

  /** Everything that was ever stored, by its place. */
  final Map<Item, StoredEntry> stored = new HashMap<>();

  private int number;

  InboxSchedule(Random random) {
    this.random = random;
    scene = new InboxScene(new SimulatedNode(random, random.nextBoolean()), true);
    consumer.came(scene.ada, true);
    scene.bob.send(new ClientMessage.CreateChannel("#room", false, false));
    scene.chat.run();
    scene.ada.send(new ClientMessage.Join("#room", null));
    scene.chat.run();
  }

  /** Returns a text of its own. Some have the word of {@link InboxConsumer#KEYWORD}. */
  String text() {
    return "t" + ++number + (random.nextInt(3) == 0 ? " " + InboxConsumer.KEYWORD : "");
  }

  String channel() {
    return CHANNELS.get(random.nextInt(CHANNELS.size()));
  }

  /** Notes what is durable now. */
  void note() {
    var reads = scene.chat.store().reads(EntryReads.class);
    for (var stream : List.of(ADA_ID, "#general", "#room")) {
      for (var entry : reads.after(stream, 0, 10_000)) {
        var because =
            stream.equals(ADA_ID) ? "dm" : entry.extras().contains(ADA_ID) ? "mention" : "channel";
        var item = new Item(because, stream, entry.seq());
        if (stored.put(item, entry) == null) noted(item);
      }
    }
  }

  /** Something new is durable. */
  void noted(Item item) {}

  void kill() {
    note();
    scene.chat = scene.chat.kill();
    scene.bob = scene.chat.connect("bob").identify(InboxScene.BOB);
    scene.chat.run();
  }

  void prune() {
    note();
    var retention = new Retention(3 + random.nextInt(10), Duration.ZERO);
    scene.chat.store().prune(retention, scene.chat.wallMillis(), _ -> true);
  }

  /** Asks and confirms until nothing is left. */
  void drain() {
    for (int i = 0; ; i++) {
      assertThat(i).as("pages").isLessThan(500);
      scene.ada.send(
          InboxMessages.AskPending.of(1 + random.nextInt(MOST), CHANNELS.toArray(String[]::new)));
      int before = consumer.pages();
      scene.chat.run();
      consumer.look();
      assertThat(consumer.pages()).isEqualTo(before + 1);
      var page = consumer.lastPage();
      if (page == null || (page.entries().isEmpty() && page.lost() == 0 && !page.more())) return;
      drained(page);
      scene.ada.send(consumer.read(page));
      scene.chat.run();
      consumer.look();
    }
  }

  void drained(InboxMessages.Pending page) {}
}
