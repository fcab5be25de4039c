package dev.reveille.server.simulation;

import static dev.reveille.server.simulation.InboxScene.ADA_ID;
import static dev.reveille.server.simulation.InboxScene.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.server.store.EntryReads;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** To whom a receipt goes, and to whom it does not. */
class ReceiptNewsTest {
  private final InboxScene scene = new InboxScene(true);

  private void send(SimulatedAgent agent, ClientMessage message) {
    agent.send(message);
    scene.chat.run();
  }

  private String lastId(String stream) {
    var entries = scene.chat.store().reads(EntryReads.class);
    return Objects.requireNonNull(
        entries.after(stream, entries.head(stream).lastSeq() - 1, 1).getFirst().msgId());
  }

  private static List<String> levels(SimulatedAgent agent) {
    return agent.known().stream()
        .map(k -> k.message())
        .filter(ReceiptMessages.Receipt.class::isInstance)
        .map(m -> String.valueOf(((ReceiptMessages.Receipt) m).level()))
        .toList();
  }

  @Test
  void news_is_not_kept_for_a_sender_that_is_away_and_the_level_is_known_later() {
    send(scene.bob, ClientMessage.Msg.of(ADA_ID, "hello").withReceipt(true));
    var id = lastId(ADA_ID);
    scene.bob.vanish();
    scene.chat.run();
    scene.read(scene.pending());
    var bob = scene.chat.connect("bob").identify(BOB);
    scene.chat.run();
    assertThat(levels(bob)).isEmpty();
    send(bob, new ReceiptMessages.AskReceipt(id));
    assertThat(levels(bob)).containsExactly("retrieved");
  }

  @Test
  void a_sleeping_sender_gets_the_answer_to_its_question_and_no_news() {
    send(scene.bob, ClientMessage.Msg.of(ADA_ID, "hello").withReceipt(true));
    scene.chat.pass(Duration.ofSeconds(2));
    scene.chat.run();
    int before = levels(scene.bob).size();
    send(scene.bob, ClientMessage.Msg.of("#general", "@@sleep:600s@@"));
    scene.read(scene.pending());
    assertThat(levels(scene.bob)).hasSize(before);
    send(scene.bob, new ReceiptMessages.AskReceipt(lastId(ADA_ID)));
    assertThat(levels(scene.bob)).hasSize(before + 1).endsWith("retrieved");
  }

  @Test
  void a_side_session_asks_and_the_body_hears_the_news() {
    var side = scene.chat.connect("bob").identifyAside(BOB);
    scene.chat.run();
    send(side, ClientMessage.Msg.of(ADA_ID, "hello").withReceipt(true));
    scene.read(scene.pending());
    assertThat(levels(side)).as("no traffic but answers").isEmpty();
    assertThat(levels(scene.bob)).endsWith("retrieved");
    send(side, new ReceiptMessages.AskReceipt(lastId(ADA_ID)));
    assertThat(levels(side)).containsExactly("retrieved");
  }

  @Test
  void only_its_author_is_told_how_many_have_read_a_message_of_a_channel() {
    scene.say("#general", "hello");
    assertThat(scene.refused(new ReceiptMessages.AskReceipt(lastId("#general"))).code())
        .isEqualTo(ErrorCode.INVALID_MSG);
  }
}
