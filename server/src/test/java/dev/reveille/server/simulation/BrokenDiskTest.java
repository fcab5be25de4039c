package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.store.EntryReads;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A store that takes nothing stops writers only. */
class BrokenDiskTest {

  /** The notice of a newcomer is refused together with what the channel decided after it. */
  @Test
  void newcomers_read_on_a_disk_that_takes_nothing_however_their_notices_fall() {
    SeededRuns.check(
        300,
        random -> {
          var chat = new SimulatedNode(random);
          chat.connect("old").identify(null).say("#general", "before");
          chat.run();
          chat.store().breakDisk();
          for (int i = 0; i < 4; i++) newcomer(chat, random, i);
          chat.run();
          for (var agent : chat.agents()) {
            if (agent.name().equals("old")) continue;
            var joined =
                agent.known().stream().filter(k -> k.message() instanceof ServerMessage.Joined);
            assertThat(joined).as("JOINED for %s", agent.name()).hasSize(1);
            assertThat(agent.known())
                .as("what %s got", agent.name())
                .anyMatch(k -> k.replay() && k.json().path("content").asString("").equals("before"))
                .noneMatch(k -> k.message() instanceof ServerMessage.Failure);
          }
        });
  }

  private static void newcomer(SimulatedNode chat, Random random, int number) {
    chat.stumble();
    var agent = chat.connect("new" + number);
    agent.identify(random.nextBoolean() ? null : SeededIdentity.of(random));
    chat.stumble();
    while (!agent.isIn()) chat.stumble();
    agent.send(new ClientMessage.Join("#general", 0L));
  }

  @Test
  void who_leaves_meanwhile_is_not_brought_back() {
    SeededRuns.check(
        300,
        random -> {
          var chat = new SimulatedNode(random);
          chat.store().breakDisk();
          chat.connect("other").identify(null);
          var agent = chat.connect("agent").identify(null);
          while (!agent.isIn()) chat.stumble();
          agent.send(new ClientMessage.Join("#general", null));
          chat.stumble();
          agent.send(new ClientMessage.Leave("#general"));
          chat.run();
          chat.store().mendDisk();
          assertThat(agent.known()).anyMatch(k -> k.message() instanceof ServerMessage.Left);
          agent.say("#general", "still here?");
          chat.run();
          var last = agent.known().getLast().message();
          assertThat(last)
              .isEqualTo(
                  new ServerMessage.Failure(ErrorCode.NOT_INVITED, "Not a member of #general"));
        });
  }

  /** Mail that the store cannot note as delivered may come again, and then says so. */
  @Test
  void mail_that_waits_is_delivered_on_a_broken_disk_and_again_only_as_replay() {
    SeededRuns.check(
        200,
        random -> {
          var chat = new SimulatedNode(random);
          var key = SeededIdentity.of(random);
          var before = chat.connect("ann").identify(key);
          var bob = chat.connect("bob").identify(null);
          chat.run();
          var id = requireNonNull(before.id());
          before.vanish();
          chat.run();
          for (int i = 0; i < 3; i++) bob.say(id, "mail " + i);
          chat.run();
          chat.store().breakDisk();
          boolean seen = false;
          for (int life = 0; life < 4; life++) {
            if (life == 2) chat.store().mendDisk();
            if (random.nextBoolean()) chat.sweep();
            var ann = chat.connect("ann").identify(key);
            chat.run();
            var mail =
                ann.known().stream()
                    .filter(k -> k.json().path("content").asString("").startsWith("mail "))
                    .toList();
            if (life == 0) assertThat(mail).hasSize(3);
            assertThat(mail).extracting(k -> k.json().path("seq").asLong()).doesNotHaveDuplicates();
            if (seen) assertThat(mail).allMatch(ServerMessages.Received.Known::replay);
            if (life == 3) assertThat(mail).as("noted once the disk is mended").isEmpty();
            seen = true;
            ann.vanish();
            chat.run();
          }
        });
  }

  @Test
  void a_mailbox_that_forgot_everything_still_passes_over_the_muted() {
    SeededRuns.check(
        100,
        random -> {
          var chat = new SimulatedNode(random);
          var ann = chat.connect("ann").identify(null);
          var bob = chat.connect("bob").identify(null);
          var eve = chat.connect("eve").identify(null);
          chat.run();
          var id = requireNonNull(ann.id());
          ann.send(new ClientMessage.Mute(requireNonNull(eve.id()), true));
          chat.run();
          chat.store().breakDisk();
          bob.say(id, "lost");
          chat.run();
          chat.store().mendDisk();
          eve.say(id, "unheard");
          bob.say(id, "heard");
          chat.run();
          var texts = ann.known().stream().map(k -> k.json().path("content").asString("")).toList();
          assertThat(texts).contains("heard").doesNotContain("unheard", "lost");
          var echoed = eve.known().stream().map(k -> k.json().path("content").asString(""));
          assertThat(echoed).contains("unheard");
        });
  }

  /** Its sender was told that it had no effect, so the same key must not count as used. */
  @Test
  void what_was_refused_is_stored_when_its_sender_repeats_it_under_the_same_key() {
    SeededRuns.check(
        100,
        random -> {
          var chat = new SimulatedNode(random);
          var ann =
              chat.connect("ann").identify(random.nextBoolean() ? null : SeededIdentity.of(random));
          var bob = chat.connect("bob").identify(null);
          chat.run();
          var to = random.nextBoolean() ? "#general" : requireNonNull(bob.id());
          var message = ClientMessage.Msg.of(to, "said twice").withClientMsgId("a1");
          chat.store().breakDisk();
          ann.send(message);
          chat.run();
          assertThat(ann.known().getLast().message())
              .isInstanceOfSatisfying(
                  ServerMessage.Failure.class,
                  f -> assertThat(f.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE));
          chat.store().mendDisk();
          ann.send(message);
          chat.run();
          assertThat(ann.echoes()).hasSize(1);
          assertThat(
                  chat.store().reads(EntryReads.class).after(to, 0, 100).stream()
                      .map(m -> m.content()))
              .containsOnlyOnce("said twice");
        });
  }
}
