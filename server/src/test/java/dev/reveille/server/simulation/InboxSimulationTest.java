package dev.reveille.server.simulation;

import static dev.reveille.server.simulation.InboxScene.ADA_ID;
import static dev.reveille.server.simulation.InboxScene.BOB_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.server.callback.CallbackReads;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.simulation.InboxConsumer.Item;
import dev.reveille.server.store.EntryReads;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A consumer that dies at any moment between stored and confirmed: over reconnects, take-overs,
 * side sessions, sleep in all modes, mutes, retention, failed writes, crashes, jumps of the clock
 * and cells that are forgotten. Nothing unconfirmed is lost, nothing confirmed comes again, and
 * what was dropped is counted.
 */
class InboxSimulationTest {
  private static final List<String> MODES = List.of("", ":buffer", ":drop");

  @Test
  void nothing_unconfirmed_is_lost_and_nothing_confirmed_comes_again() {
    SeededRuns.checkInParallel(InboxSchedule.FULL ? 80_000 : 300, random -> new Run(random).play());
  }

  /** One schedule in which everything can happen. */
  private static final class Run extends InboxSchedule {
    private final Set<Item> dropped = new HashSet<>();
    private final Set<Item> drained = new HashSet<>();
    private SimulatedAgent eve;
    private boolean dropping;
    private int timers;

    /** The last side session of ada, open or not; null if there is none. */
    private @Nullable SimulatedAgent side;

    private Run(Random random) {
      super(random);
      eve = scene.chat.connect("eve").identify(null);
      scene.chat.run();
      note();
    }

    private void play() {
      var before = Map.copyOf(stored);
      for (int actions = 15 + random.nextInt(30); actions > 0; actions--) {
        act(random.nextInt(108));
        scene.chat.stumble();
        consumer.look();
        wakes();
      }
      settle();
      if (side != null) side.vanish();
      come(true);
      settle();
      noteDropped();
      drain();
      note();
      for (var item : stored.keySet()) if (!before.containsKey(item)) check(item);
      checkReferences(before.keySet());
      long fired = stored.values().stream().filter(e -> e.kind().equals("callback")).count();
      assertThat(fired).as("fires of %s timers", timers).isLessThanOrEqualTo(timers);
      assertThat(scene.chat.store().reads(CallbackReads.class).callbacks(ADA_ID))
          .as("timers that are left")
          .isEmpty();
    }

    private void settle() {
      scene.chat.store().mendDisk();
      scene.chat.store().failNext(0);
      for (int i = 0; i < 2; i++) {
        scene.chat.run();
        scene.chat.pass(Duration.ofSeconds(3));
      }
      // A tell that failed is tried again after a while.
      scene.chat.pass(Duration.ofSeconds(70));
      scene.chat.run();
      consumer.look();
    }

    private void come(boolean confirm) {
      scene.come(confirm);
      consumer.came(scene.ada, confirm);
      // The other body may still be there.
      scene.chat.pass(Duration.ofSeconds(61));
      scene.chat.run();
      consumer.look();
    }

    private void act(int dice) {
      var chat = scene.chat;
      if (dice < 8) {
        scene.bob.say(ADA_ID, text());
      } else if (dice < 12) {
        scene.callback(text(), random.nextInt(2_000));
        timers++;
      } else if (dice < 14) {
        scene.bob.send(new ClientMessage.Invite("#room", ADA_ID));
      } else if (dice < 26) {
        scene.bob.say(channel(), text() + " @ada");
      } else if (dice < 32) {
        mentionUnresolved();
      } else if (dice < 38) {
        scene.bob.say(channel(), text());
      } else if (dice < 42) {
        eve.say(random.nextBoolean() ? ADA_ID : "#general", text() + " @ada");
      } else if (dice < 58) {
        ask();
      } else if (dice < 70) {
        confirm();
      } else if (dice < 78) {
        if (random.nextBoolean()) scene.ada.vanish();
        if (random.nextBoolean()) chat.run();
        consumer.look();
        arrive();
      } else if (dice < 83) {
        sleep();
      } else if (dice < 86) {
        scene.ada.send(new ClientMessage.Mute(InboxScene.id(eve), random.nextBoolean()));
      } else if (dice < 89) {
        prune();
      } else if (dice < 92) {
        chat.store().failNext(1 + random.nextInt(2));
      } else if (dice < 94) {
        breakDisk();
      } else if (dice < 96) {
        chat.jumpWall(Duration.ofSeconds(random.nextInt(7200) - 3600));
      } else if (dice < 98) {
        chat.pass(Duration.ofMillis(random.nextInt(3000)));
      } else if (dice < 100) {
        die();
      } else if (dice < 104) {
        comeAside();
      } else if (dice < 106) {
        asker().say(channel(), text());
      } else if (side != null) {
        side.vanish();
      }
    }

    /** Another session of ada comes, which may read and confirm and gets nothing else. */
    private void comeAside() {
      if (side != null && random.nextBoolean()) side.vanish();
      side = scene.chat.connect("ada").identifyAside(InboxScene.ADA);
      consumer.cameAside(side);
      if (random.nextBoolean()) scene.chat.run();
    }

    /** Returns the body, or sometimes the side session. */
    private SimulatedAgent asker() {
      return side != null && side.isIn() && random.nextInt(3) > 0 ? side : scene.ada;
    }

    /** Somebody who knows ada's id mentions her, whether she is here or not. */
    private void mentionUnresolved() {
      if (random.nextBoolean()) scene.ada.vanish();
      scene.mention(channel(), text());
    }

    private void ask() {
      var asked =
          random.nextBoolean()
              ? InboxMessages.AskPending.of(1 + random.nextInt(5))
              : InboxMessages.AskPending.of(1 + random.nextInt(5), CHANNELS.toArray(String[]::new));
      var last = consumer.lastPage();
      if (random.nextInt(3) == 0) asked = InboxConsumer.filtered(asked);
      if (last != null && random.nextInt(4) == 0) asked = consumer.behind(asked, last);
      asker().send(asked.waiting(random.nextBoolean() ? 0 : 500));
      if (random.nextBoolean()) scene.chat.run();
    }

    private void confirm() {
      var page = consumer.anyPage(random);
      int way = random.nextInt(5);
      if (page == null) return;
      if (way == 0) asker().send(consumer.read(ADA_ID));
      else if (way == 1) asker().send(consumer.read(channel()));
      else asker().send(consumer.read(page));
    }

    private void arrive() {
      boolean confirm = random.nextInt(3) > 0;
      var next = scene.chat.connect("ada");
      if (confirm) next.identifyConfirming(InboxScene.ADA);
      else next.identify(InboxScene.ADA);
      scene.ada = next;
      consumer.came(next, confirm);
    }

    private void sleep() {
      var mode = MODES.get(random.nextInt(MODES.size()));
      if (mode.equals(":drop")) {
        // So that it is known which messages it may drop.
        scene.chat.run();
        note();
        dropping = true;
      }
      asker().say("#general", "@@sleep:2s" + mode + "@@");
    }

    /** Once everything has settled and the sleeper is awake, it drops nothing any more. */
    private void wakes() {
      if (!dropping || random.nextInt(4) > 0) return;
      scene.chat.run();
      scene.chat.pass(Duration.ofSeconds(4));
      scene.chat.run();
      noteDropped();
      dropping = false;
    }

    @Override
    void noted(Item item) {
      if (dropping && item.because().equals("mention")) dropped.add(item);
    }

    private void noteDropped() {
      note();
      for (var item : stored.keySet()) {
        boolean mail = item.because().equals("dm");
        if (mail && scene.chat.gate().isDropped(ADA_ID, item.seq())) dropped.add(item);
      }
    }

    private void breakDisk() {
      scene.chat.store().breakDisk();
      scene.bob.say(random.nextBoolean() ? ADA_ID : channel(), text() + " @ada");
      ask();
      confirm();
      for (int i = random.nextInt(4); i > 0; i--) scene.chat.stumble();
      scene.chat.store().mendDisk();
    }

    private void die() {
      noteDropped();
      dropping = false;
      consumer.look();
      kill();
      side = null;
      eve = scene.chat.connect("eve").identify(null);
      scene.chat.run();
      arrive();
    }

    @Override
    void drained(InboxMessages.Pending page) {
      page.entries().forEach(entry -> drained.add(consumer.item(entry)));
    }

    private boolean isFine(Item item) {
      var entry = stored.get(item);
      if (entry == null) return true;
      boolean counts = entry.sender().equals(BOB_ID) || entry.kind().equals("callback");
      return !counts
          || consumer.isReleased(item)
          || consumer.isPassedOver(item, entry.content())
          || dropped.contains(item)
          || drained.contains(item);
    }

    private void check(Item item) {
      if (item.because().equals("mention")) return;
      boolean gone =
          item.because().equals("channel")
              && item.seq()
                  < scene.chat.store().reads(EntryReads.class).head(item.stream()).firstSeq();
      assertThat(gone || isFine(item)).as("lost: %s %s", item, stored.get(item)).isTrue();
    }

    /** References may be lost, but those are counted. */
    private void checkReferences(Set<Item> before) {
      var reads = scene.chat.store().reads(EntryReads.class);
      long evicted = scene.chat.store().reads(MailReads.class).mailbox(ADA_ID).lost();
      var missing =
          stored.keySet().stream()
              .filter(i -> i.because().equals("mention") && !before.contains(i) && !isFine(i))
              .filter(i -> i.seq() >= reads.head(i.stream()).firstSeq())
              .toList();
      assertThat((long) missing.size()).as("%s", missing).isLessThanOrEqualTo(evicted);
    }
  }
}
