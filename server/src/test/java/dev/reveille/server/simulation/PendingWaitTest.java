package dev.reveille.server.simulation;

import static dev.reveille.server.simulation.InboxScene.ADA_ID;
import static dev.reveille.server.simulation.InboxScene.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.SeededRuns;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers to PENDING that wait for something. */
class PendingWaitTest {
  private final InboxScene scene = new InboxScene(true);

  private void wait(InboxMessages.AskPending asked) {
    scene.ada.send(asked.waiting(30_000));
    scene.chat.run();
  }

  private List<InboxMessages.Pending> answers() {
    return scene.ada.known().stream()
        .map(k -> k.message())
        .filter(InboxMessages.Pending.class::isInstance)
        .map(InboxMessages.Pending.class::cast)
        .toList();
  }

  @Test
  void mail_ends_a_wait() {
    wait(InboxMessages.AskPending.of(9));
    assertThat(answers()).isEmpty();
    scene.say(ADA_ID, "hello");
    assertThat(answers()).hasSize(1);
    assertThat(texts(answers().getFirst())).containsExactly("dm hello");
    scene.say(ADA_ID, "more");
    assertThat(answers()).as("answered once").hasSize(1);
  }

  @Test
  void what_is_there_already_is_returned_at_once() {
    scene.say(ADA_ID, "hello");
    wait(InboxMessages.AskPending.of(9));
    assertThat(answers()).hasSize(1);
  }

  @Test
  void a_mention_ends_a_wait_whatever_it_waits_for() {
    wait(
        new InboxMessages.AskPending(9, List.of("#general"), 0, List.of(), List.of("never"), null));
    scene.mention("#general", "you");
    assertThat(texts(answers().getFirst())).containsExactly("mention you");
  }

  @Test
  void of_a_channel_only_what_matches_ends_a_wait_and_the_rest_is_counted() {
    wait(
        new InboxMessages.AskPending(
            9, List.of("#general"), 0, List.of(), List.of("deploy"), null));
    scene.say("#general", "lunch");
    scene.say("#agents", "deploy");
    assertThat(answers()).isEmpty();
    scene.say("#general", "deploy now");
    assertThat(texts(answers().getFirst())).containsExactly("channel deploy now");
    assertThat(answers().getFirst().passedOver()).isEqualTo(1);
  }

  @Test
  void own_words_and_notices_end_no_wait() {
    wait(InboxMessages.AskPending.of(9, "#general"));
    scene.ada.say("#general", "mine");
    var guest = scene.chat.connect("guest").identify(null);
    scene.chat.run();
    guest.vanish();
    scene.chat.run();
    assertThat(answers()).isEmpty();
    scene.say("#general", "yours");
    assertThat(texts(answers().getFirst())).containsExactly("channel yours");
  }

  @Test
  void a_thousand_rows_that_never_count_end_no_wait_and_hide_nothing() {
    scene.read(scene.pending("#general"));
    for (int i = 0; i < 1_100; i++) scene.ada.say("#general", "mine " + i);
    scene.chat.run();
    wait(InboxMessages.AskPending.of(9, "#general"));
    assertThat(answers()).hasSize(1);
    scene.say("#general", "yours");
    assertThat(texts(answers().getLast())).containsExactly("channel yours");
  }

  @Test
  void a_wait_passes_any_number_of_rows_that_never_count() {
    scene.read(scene.pending("#general"));
    for (int i = 0; i < 45_000; i++) {
      scene.ada.say("#general", "mine");
      if (i % 1_000 == 0) scene.chat.run();
    }
    scene.chat.run();
    var asked = InboxMessages.AskPending.of(9, "#general");
    var page = scene.ask(asked, InboxMessages.Pending.class);
    assertThat(page.entries()).isEmpty();
    assertThat(page.more()).as("one answer looks at a bounded number").isTrue();
    scene.say("#general", "yours");
    wait(asked);
    assertThat(texts(answers().getLast())).containsExactly("channel yours");
    assertThat(answers().getLast().more()).isFalse();
  }

  @Test
  void a_thousand_messages_that_do_not_match_end_a_wait_with_what_was_passed_over() {
    scene.read(scene.pending("#general"));
    for (int i = 0; i < 1_100; i++) scene.bob.say("#general", "lunch");
    scene.bob.say("#general", "deploy");
    scene.chat.run();
    var asked =
        new InboxMessages.AskPending(9, List.of("#general"), 0, List.of(), List.of("deploy"), null);
    wait(asked);
    var first = answers().getLast();
    assertThat(first.passedOver()).isEqualTo(1_000);
    assertThat(first.more()).isTrue();
    wait(asked.after(first.cursor()));
    assertThat(answers().getLast().passedOver()).isEqualTo(100);
    assertThat(texts(answers().getLast())).containsExactly("channel deploy");
  }

  @Test
  void mail_of_a_muted_agent_ends_no_wait() {
    var eve = scene.chat.connect("eve").identify(null);
    scene.chat.run();
    for (int i = 0; i < 18; i++) eve.say("#general", "hey @ada");
    scene.chat.run();
    for (int i = 0; i < 3; i++) eve.say(ADA_ID, "x".repeat(600_000));
    scene.chat.run();
    scene.ada.send(new ClientMessage.Mute(InboxScene.id(eve), true));
    scene.chat.run();
    wait(InboxMessages.AskPending.of(9));
    assertThat(answers()).isEmpty();
    scene.say(ADA_ID, "hello");
    assertThat(texts(answers().getLast())).containsExactly("dm hello");
  }

  @Test
  void when_its_time_is_over_it_returns_what_there_is() {
    wait(
        new InboxMessages.AskPending(
            9, List.of("#general"), 0, List.of(), List.of("deploy"), null));
    scene.say("#general", "lunch");
    scene.chat.pass(Duration.ofSeconds(29));
    scene.chat.run();
    assertThat(answers()).isEmpty();
    scene.chat.pass(Duration.ofSeconds(2));
    scene.chat.run();
    assertThat(answers().getFirst().entries()).isEmpty();
    assertThat(answers().getFirst().passedOver()).isEqualTo(1);
    scene.read(answers().getFirst());
    assertThat(scene.pending("#general").entries()).isEmpty();
  }

  @Test
  void it_does_not_hold_up_what_comes_later() {
    wait(InboxMessages.AskPending.of(9));
    scene.ask(new ClientMessage.Ping(), ServerMessage.Pong.class);
    scene.ask(new InboxMessages.AskUnread(), InboxMessages.Unread.class);
    assertThat(answers()).isEmpty();
  }

  @Test
  void a_second_question_answers_the_first() {
    wait(InboxMessages.AskPending.of(9));
    wait(InboxMessages.AskPending.of(9));
    assertThat(answers()).hasSize(1);
    scene.pending();
    assertThat(answers()).hasSize(3);
    scene.say(ADA_ID, "hello");
    assertThat(answers()).hasSize(3);
  }

  @Test
  void it_ends_with_its_session_and_leaves_no_timer() {
    int timers = scene.chat.timers();
    wait(InboxMessages.AskPending.of(9, "#general"));
    assertThat(scene.chat.timers()).isEqualTo(timers + 1);
    scene.leave();
    scene.chat.pass(Duration.ofSeconds(2));
    scene.chat.run();
    assertThat(scene.chat.timers()).isLessThanOrEqualTo(timers);
    scene.say(ADA_ID, "hello");
    scene.say("#general", "hello");
    assertThat(answers()).isEmpty();
  }

  @Test
  void an_answered_wait_leaves_no_timer() {
    int timers = scene.chat.timers();
    wait(InboxMessages.AskPending.of(9, "#general"));
    scene.say("#general", "hello");
    scene.chat.pass(Duration.ofSeconds(2));
    scene.chat.run();
    assertThat(scene.chat.timers()).isLessThanOrEqualTo(timers);
  }

  @Test
  void while_nothing_happens_nothing_is_read() {
    wait(InboxMessages.AskPending.of(9, "#general"));
    // A read would fail, and with it the session.
    scene.chat.store().unreadable(true);
    scene.chat.pass(Duration.ofSeconds(25));
    while (scene.chat.step()) {}
    scene.chat.store().unreadable(false);
    scene.say("#general", "hello");
    assertThat(answers()).hasSize(1);
  }

  @Test
  void one_message_answers_the_body_and_its_side_session_that_both_wait() {
    var side = scene.chat.connect("ada").identifyAside(InboxScene.ADA);
    scene.chat.run();
    wait(InboxMessages.AskPending.of(9, "#general"));
    side.send(InboxMessages.AskPending.of(9, "#general").waiting(30_000));
    scene.chat.run();
    scene.say("#general", "hello");
    var body = scene.ada;
    for (var session : List.of(body, side)) {
      scene.ada = session;
      assertThat(answers()).hasSize(1);
      assertThat(texts(answers().getFirst())).containsExactly("channel hello");
    }
  }

  @Test
  void of_a_channel_the_words_of_a_sender_that_is_awaited_end_a_wait() {
    var guest = scene.chat.connect("guest").identify(null);
    scene.chat.run();
    var bob = List.of(InboxScene.BOB_ID);
    wait(new InboxMessages.AskPending(9, List.of("#general"), 0, bob, List.of(), null));
    guest.say("#general", "not awaited");
    scene.chat.run();
    assertThat(answers()).isEmpty();
    scene.say("#general", "awaited");
    assertThat(texts(answers().getFirst())).containsExactly("channel awaited");
    assertThat(answers().getFirst().passedOver()).isEqualTo(1);
  }

  /** The message may come at any moment between the question and its first look. */
  @Test
  void nothing_that_comes_while_it_begins_is_missed() {
    SeededRuns.check(
        300,
        random -> {
          var racing = new InboxScene(new SimulatedNode(random), random.nextBoolean());
          racing.pending("#general");
          racing.ada.send(InboxMessages.AskPending.of(9, "#general").waiting(30_000));
          for (int i = random.nextInt(8); i > 0; i--) racing.chat.stumble();
          switch (random.nextInt(3)) {
            case 0 -> racing.bob.say(ADA_ID, "hello");
            case 1 -> racing.bob.say("#general", "hello");
            default -> racing.bob.say("#general", "hello @ada");
          }
          racing.chat.run();
          long answered =
              racing.ada.known().stream()
                  .filter(k -> k.message() instanceof InboxMessages.Pending)
                  .filter(k -> k.json().path("entries").size() > 0)
                  .count();
          // Mail and mentions of an agent that takes them are confirmed at once, when it is told.
          if (answered == 0) {
            racing.chat.pass(Duration.ofSeconds(31));
            racing.chat.run();
            assertThat(racing.pending("#general").entries())
                .as("nothing was left behind unanswered")
                .isEmpty();
          }
        });
  }
}
