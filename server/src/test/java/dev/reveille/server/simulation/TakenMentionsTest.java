package dev.reveille.server.simulation;

import static dev.reveille.server.simulation.InboxScene.ADA_ID;
import static dev.reveille.server.simulation.InboxScene.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Filter;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.mail.MailReads;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** References of an agent that confirms by taking the messages themselves. */
class TakenMentionsTest {
  private final InboxScene scene = new InboxScene(false);

  private void settle() {
    scene.chat.run();
    scene.chat.pass(Duration.ofSeconds(2));
    scene.chat.run();
  }

  private int references() {
    return scene.chat.store().reads(MailReads.class).references(ADA_ID, 99).size();
  }

  @Test
  void a_copy_that_the_socket_took_confirms() {
    scene.say("#general", "hello @ada");
    settle();
    assertThat(references()).isZero();
    assertThat(scene.pending().entries()).isEmpty();
  }

  @Test
  void a_copy_that_the_socket_never_took_does_not() {
    scene.bob.say("#general", "hello @ada");
    scene.chat.cut(scene.ada.session());
    scene.chat.run();
    scene.leave();
    settle();
    scene.come(false);
    assertThat(texts(scene.pending())).containsExactly("mention hello @ada");
  }

  @Test
  void a_mention_that_a_filter_kept_out_waits() {
    scene.ada.send(new ClientMessage.Subscribe("#general", Filter.keywords("deploy")));
    scene.chat.run();
    scene.say("#general", "hello @ada");
    settle();
    assertThat(texts(scene.pending())).containsExactly("mention hello @ada");
  }

  @Test
  void the_replay_of_a_join_confirms_what_it_contains() {
    scene.leave();
    scene.mention("#general", "one");
    scene.mention("#general", "two");
    scene.come(false);
    assertThat(texts(scene.pending())).containsExactly("mention one", "mention two");
    long first = scene.pending().entries().getFirst().message().seq();
    scene.ada.send(new ClientMessage.Join("#general", first));
    settle();
    assertThat(texts(scene.pending())).containsExactly("mention one");
    scene.ada.send(new ClientMessage.Join("#general", 0L));
    settle();
    assertThat(references()).isZero();
  }

  @Test
  void a_sleeper_confirms_when_it_took_what_waited_for_it() {
    scene.ada.say("#general", "@@sleep:5s@@");
    scene.chat.run();
    scene.say("#general", "hello @ada");
    settle();
    assertThat(references()).isEqualTo(1);
    scene.chat.pass(Duration.ofSeconds(6));
    settle();
    assertThat(scene.ada.known()).anyMatch(k -> k.json().path("was_buffered").asBoolean(false));
    assertThat(references()).isZero();
  }

  @Test
  void a_sleeper_that_never_woke_has_not_taken_it() {
    scene.ada.say("#general", "@@sleep:60s@@");
    scene.chat.run();
    scene.say("#general", "hello @ada");
    scene.leave();
    settle();
    scene.come(false);
    assertThat(texts(scene.pending())).containsExactly("mention hello @ada");
  }

  @Test
  void what_did_not_fit_a_sleepers_buffer_waits_in_its_inbox() {
    var narrow = new InboxScene(new SimulatedNode(new Random(3), false), false);
    narrow.ada.say("#general", "@@sleep:5s@@");
    narrow.chat.run();
    for (int i = 1; i <= 5; i++) narrow.say("#general", "m" + i + " @ada");
    narrow.chat.pass(Duration.ofSeconds(6));
    narrow.chat.run();
    narrow.chat.pass(Duration.ofSeconds(2));
    narrow.chat.run();
    assertThat(texts(narrow.pending())).containsExactly("mention m1 @ada", "mention m2 @ada");
  }

  @Test
  void drop_mode_passes_over_mentions_also_of_an_agent_that_confirms() {
    for (var confirm : new boolean[] {false, true}) {
      var dropping = new InboxScene(confirm);
      dropping.ada.say("#general", "@@sleep:5s:drop@@");
      dropping.chat.run();
      dropping.say("#general", "hello @ada");
      dropping.say(ADA_ID, "and mail");
      dropping.chat.pass(Duration.ofSeconds(2));
      dropping.chat.run();
      assertThat(dropping.pending().entries()).isEmpty();
    }
  }

  @Test
  void a_confirming_agent_keeps_what_its_socket_took() {
    var confirming = new InboxScene(true);
    confirming.say("#general", "hello @ada");
    confirming.chat.pass(Duration.ofSeconds(2));
    confirming.chat.run();
    confirming.ada.send(new ClientMessage.Join("#general", 0L));
    confirming.chat.run();
    confirming.chat.pass(Duration.ofSeconds(2));
    confirming.chat.run();
    assertThat(texts(confirming.pending())).containsExactly("mention hello @ada");
  }

  @Test
  void what_a_sleeper_confirmed_in_its_sleep_does_not_come_when_it_wakes() {
    var confirming = new InboxScene(true);
    confirming.ada.say("#general", "@@sleep:5s@@");
    confirming.chat.run();
    confirming.say(ADA_ID, "one");
    confirming.read(confirming.pending());
    confirming.say(ADA_ID, "two");
    confirming.chat.pass(Duration.ofSeconds(6));
    confirming.chat.run();
    assertThat(
            confirming.ada.known().stream()
                .map(k -> k.message())
                .filter(m -> m instanceof ServerMessage.Msg msg && msg.to().equals(ADA_ID))
                .map(m -> ((ServerMessage.Msg) m).content()))
        .containsExactly("@@wake@@", "two");
  }
}
