package dev.reveille.server.simulation;

import static dev.reveille.server.simulation.InboxScene.ADA_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.simulation.InboxConsumer.Item;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * References that the bound or retention took. What was confirmed and what was reported as lost
 * together are exactly what was ever mentioned.
 */
class LostReferencesSimulationTest {
  @Test
  void every_reference_is_confirmed_or_counted_as_lost() {
    SeededRuns.checkInParallel(
        InboxSchedule.FULL ? 20_000 : 150, random -> new Account(random).play());
  }

  /** One schedule in which ada confirms all she gets, so that the numbers must be equal. */
  private static final class Account extends InboxSchedule {
    private long lost;
    private final Set<Item> confirmed = new HashSet<>();

    private Account(Random random) {
      super(random);
    }

    private void play() {
      for (int actions = 20 + random.nextInt(40); actions > 0; actions--) {
        act(random.nextInt(100));
        scene.chat.stumble();
      }
      settle();
      arrive();
      drain();
      var mentions = new HashSet<>(stored.keySet());
      mentions.removeIf(item -> !item.because().equals("mention"));
      assertThat((long) mentions.size()).isEqualTo(confirmed.size() + lost);
    }

    private void settle() {
      scene.chat.store().failNext(0);
      scene.chat.run();
      scene.chat.pass(Duration.ofSeconds(70));
      scene.chat.run();
      note();
    }

    private void act(int dice) {
      if (dice < 40) {
        for (int i = random.nextInt(6); i >= 0; i--) scene.mention(channel(), text());
      } else if (dice < 55) {
        scene.bob.say(ADA_ID, text());
      } else if (dice < 70) {
        consume();
      } else if (dice < 78) {
        settle();
        prune();
      } else if (dice < 86) {
        scene.chat.store().failNext(1);
      } else if (dice < 94) {
        scene.ada.vanish();
        if (random.nextBoolean()) scene.chat.run();
        arrive();
      } else {
        settle();
        kill();
        arrive();
      }
    }

    private void arrive() {
      scene.ada.vanish();
      scene.chat.run();
      scene.come(true);
      scene.chat.run();
      consumer.came(scene.ada, true);
    }

    /** Asks and confirms while nothing else happens. */
    private void consume() {
      if (!scene.ada.isIn()) return;
      settle();
      int before = consumer.pages();
      scene.ada.send(InboxMessages.AskPending.of(1 + random.nextInt(8)));
      scene.chat.run();
      consumer.look();
      var page = consumer.lastPage();
      if (consumer.pages() == before || page == null) return;
      if (random.nextInt(4) == 0) scene.chat.store().failNext(1);
      int known = scene.ada.known().size();
      scene.ada.send(consumer.read(page));
      scene.chat.run();
      consumer.look();
      boolean refused =
          scene.ada.known().stream()
              .skip(known)
              .anyMatch(k -> k.message() instanceof ServerMessage.Failure);
      if (!refused) drained(page);
    }

    @Override
    void drained(InboxMessages.Pending page) {
      lost += page.lost();
      for (var entry : page.entries()) {
        if (!entry.because().equals("mention")) continue;
        confirmed.add(new Item("mention", entry.message().to(), entry.message().seq()));
      }
    }
  }
}
