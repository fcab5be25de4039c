package dev.reveille.server.simulation;

import static dev.reveille.server.simulation.InboxScene.ADA_ID;
import static dev.reveille.server.simulation.InboxScene.BOB_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Filter;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.store.EntryReads;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** UNREAD, RECEIPT, priorities and notices. */
class UnreadTest {
  private final InboxScene scene = new InboxScene(true);

  private InboxMessages.Unread unread() {
    return scene.ask(new InboxMessages.AskUnread(), InboxMessages.Unread.class);
  }

  private InboxMessages.UnreadChannel unread(String channel) {
    return unread().channels().stream()
        .filter(c -> c.channel().equals(channel))
        .findFirst()
        .orElseThrow();
  }

  private void bob(ClientMessage message) {
    scene.bob.send(message);
    scene.chat.run();
  }

  @Test
  void the_inbox_is_counted_by_kind_and_priority_and_channels_from_their_first_unread() {
    unread();
    bob(ClientMessage.Msg.of(ADA_ID, "a").withPriority(Priority.HIGH));
    bob(ClientMessage.Msg.of(ADA_ID, "b"));
    bob(ClientMessage.Msg.of("#general", "c @ada").withPriority(Priority.LOW));
    scene.ada.say("#general", "mine");
    scene.say("#general", "d");
    var counted = unread();
    assertThat(counted.inbox())
        .containsExactly(
            new InboxMessages.KindCounts("dm", 0, 1, 1),
            new InboxMessages.KindCounts("mention", 1, 0, 0));
    assertThat(counted.total()).as("the mention counts once").isEqualTo(4);
    var general = unread("#general");
    assertThat(general.unread()).isEqualTo(2);
    assertThat(general.more()).isFalse();
    assertThat(general.firstSeq()).isEqualTo(general.lastSeq() - 2);
    assertThat(general.read()).isLessThan(general.firstSeq());
    assertThat(unread("#agents").firstSeq()).isZero();
    scene.read(scene.pending("#general"));
    assertThat(unread().total()).isZero();
    assertThat(unread("#general").read()).isEqualTo(general.lastSeq());
  }

  @Test
  void a_thousand_are_counted_and_then_there_is_more() {
    unread();
    for (int i = 0; i < 1001; i++) scene.bob.say("#agents", "m" + i);
    scene.chat.run();
    assertThat(unread("#agents").unread()).isEqualTo(1000);
    assertThat(unread("#agents").more()).isTrue();
    long last = unread("#agents").lastSeq();
    scene.ask(
        ConfirmMessages.Confirm.upTo("#agents", last - 1000), ConfirmMessages.Confirmed.class);
    assertThat(unread("#agents").unread()).isEqualTo(1000);
    assertThat(unread("#agents").more()).isFalse();
  }

  @Test
  void a_membership_begins_at_the_last_message() {
    bob(new ClientMessage.CreateChannel("#room", false, false));
    scene.say("#room", "before");
    scene.ada.send(new ClientMessage.Join("#room", null));
    scene.chat.run();
    scene.leave();
    scene.say("#room", "after");
    scene.come(true);
    assertThat(unread("#room").unread()).isEqualTo(1);
    assertThat(InboxScene.texts(scene.pending("#room"))).containsExactly("channel after");
  }

  private String lastId(String stream) {
    var entries = scene.chat.store().reads(EntryReads.class);
    return Objects.requireNonNull(
        entries.after(stream, entries.head(stream).lastSeq() - 1, 1).getFirst().msgId());
  }

  private List<ReceiptMessages.Receipt> receipts() {
    return scene.bob.known().stream()
        .map(k -> k.message())
        .filter(ReceiptMessages.Receipt.class::isInstance)
        .map(ReceiptMessages.Receipt.class::cast)
        .toList();
  }

  @Test
  void a_sender_hears_what_becomes_of_its_mail_and_can_ask() {
    scene.leave();
    bob(ClientMessage.Msg.of(ADA_ID, "hello").withReceipt(true));
    var id = lastId(ADA_ID);
    bob(new ReceiptMessages.AskReceipt(id));
    assertThat(receipts()).extracting(ReceiptMessages.Receipt::level).containsExactly("stored");
    scene.come(true);
    scene.chat.pass(Duration.ofSeconds(2));
    scene.chat.run();
    scene.read(scene.pending());
    assertThat(receipts())
        .extracting(ReceiptMessages.Receipt::level)
        .containsExactly("stored", "offered", "retrieved");
    bob(new ReceiptMessages.AskReceipt(id));
    assertThat(receipts().getLast().level()).isEqualTo("retrieved");
    assertThat(receipts().getLast().to()).isEqualTo(ADA_ID);
    assertThat(scene.refused(new ReceiptMessages.AskReceipt(id)).code())
        .as("of the sender alone")
        .isEqualTo(ErrorCode.INVALID_MSG);
  }

  @Test
  void a_sender_that_is_muted_stays_at_stored() {
    scene.ada.send(new ClientMessage.Mute(BOB_ID, true));
    scene.chat.run();
    bob(ClientMessage.Msg.of(ADA_ID, "hello").withReceipt(true));
    scene.chat.pass(Duration.ofSeconds(2));
    scene.chat.run();
    scene.read(scene.pending());
    assertThat(receipts()).isEmpty();
    bob(new ReceiptMessages.AskReceipt(lastId(ADA_ID)));
    assertThat(receipts()).extracting(ReceiptMessages.Receipt::level).containsExactly("stored");
  }

  @Test
  void without_asking_for_it_nobody_gets_a_receipt() {
    scene.say(ADA_ID, "hello");
    scene.read(scene.pending());
    assertThat(receipts()).isEmpty();
    int before = scene.bob.known().size();
    bob(new ReceiptMessages.AskReceipt(lastId(ADA_ID)));
    assertThat(scene.bob.known().get(before).message()).isInstanceOf(ServerMessage.Failure.class);
  }

  @Test
  void the_author_of_a_channel_message_can_ask_how_many_have_read_it() {
    unread();
    scene.say("#general", "hello");
    var id = lastId("#general");
    bob(new ReceiptMessages.AskReceipt(id));
    assertThat(receipts().getLast().retrieved()).isZero();
    scene.read(scene.pending("#general"));
    bob(new ReceiptMessages.AskReceipt(id));
    assertThat(receipts().getLast().retrieved()).isEqualTo(1);
    assertThat(receipts().getLast().level()).isNull();
  }

  private List<String> heard(int from) {
    return scene.ada.known().stream()
        .skip(from)
        .map(k -> k.message())
        .map(m -> m instanceof ServerMessage.Msg msg ? msg.content() : m.type())
        .toList();
  }

  @Test
  void an_agent_without_notices_hears_words_and_not_who_comes_and_goes() {
    scene.ada.send(new ClientMessage.Subscribe("#general", null, false));
    scene.ada.send(new ClientMessage.Subscribe("#agents", null, false));
    scene.chat.run();
    int before = scene.ada.known().size();
    var guest = scene.chat.connect("guest").identify(null);
    scene.chat.run();
    guest.say("#general", "hello");
    guest.say("#general", "@@sleep:1s@@");
    scene.chat.run();
    scene.chat.pass(Duration.ofSeconds(2));
    scene.chat.run();
    guest.vanish();
    scene.chat.run();
    assertThat(heard(before)).containsExactly("hello");
    assertThat(
            scene
                .ask(new ClientMessage.Subscriptions(), ServerMessage.Subscriptions.class)
                .channels())
        .allMatch(c -> !c.notices() && c.only() == null);
    scene.leave();
    scene.chat.rest();
    scene.come(true);
    before = scene.ada.known().size();
    scene.chat.connect("other").identify(null);
    scene.chat.run();
    assertThat(heard(before)).as("stored").isEmpty();
    scene.ada.send(new ClientMessage.Subscribe("#general", null));
    scene.chat.run();
    before = scene.ada.known().size();
    scene.chat.connect("third").identify(null);
    scene.chat.run();
    assertThat(heard(before)).contains("AGENT_JOINED", "third came online");
  }

  @Test
  void a_filter_can_ask_for_urgent_messages() {
    scene.ada.send(new ClientMessage.Subscribe("#general", Filter.atLeast(Priority.HIGH)));
    scene.chat.run();
    int before = scene.ada.known().size();
    scene.say("#general", "calm");
    bob(ClientMessage.Msg.of("#general", "quiet").withPriority(Priority.LOW));
    bob(ClientMessage.Msg.of("#general", "urgent").withPriority(Priority.HIGH));
    assertThat(heard(before)).containsExactly("urgent");
    assertThat(scene.ada.known().getLast().json().path("priority").asString("")).isEqualTo("high");
  }
}
