package dev.reveille.server.simulation;

import static dev.reveille.server.simulation.InboxScene.ADA_ID;
import static dev.reveille.server.simulation.InboxScene.BOB_ID;
import static dev.reveille.server.simulation.InboxScene.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.store.Retention;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The entries that PENDING returns, and those that its cursor confirms. */
class PendingTest {
  private final InboxScene scene = new InboxScene(true);

  @Test
  void mail_and_mentions_come_in_the_order_in_which_they_came_and_again_until_confirmed() {
    scene.leave();
    scene.say(ADA_ID, "one");
    scene.mention("#general", "two");
    scene.say(ADA_ID, "three");
    scene.mention("#agents", "four");
    scene.come(true);
    var first = scene.pending();
    assertThat(texts(first)).containsExactly("dm one", "mention two", "dm three", "mention four");
    assertThat(first.more()).isFalse();
    scene.say(ADA_ID, "five");
    assertThat(texts(scene.pending()))
        .containsExactly("dm one", "mention two", "dm three", "mention four", "dm five");
    assertThat(scene.read(first).seq()).isEqualTo(2);
    assertThat(texts(scene.pending())).containsExactly("dm five");
    scene.read(first);
    assertThat(texts(scene.pending())).as("a repeat confirms nothing").containsExactly("dm five");
    scene.read(scene.pending());
    assertThat(scene.pending().entries()).isEmpty();
  }

  @Test
  void a_page_ends_at_its_limit_and_its_cursor_confirms_the_page_alone() {
    for (int i = 1; i <= 3; i++) {
      scene.say(ADA_ID, "dm" + i);
      scene.mention("#general", "m" + i);
    }
    var seen = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      var page = scene.ask(InboxMessages.AskPending.of(2), InboxMessages.Pending.class);
      assertThat(page.more()).isEqualTo(i < 2);
      seen.addAll(texts(page));
      scene.read(page);
    }
    assertThat(seen)
        .containsExactly("dm dm1", "mention m1", "dm dm2", "mention m2", "dm dm3", "mention m3");
    assertThat(scene.pending().entries()).isEmpty();
  }

  @Test
  void unconfirmed_mail_comes_again_at_each_connection_and_says_so() {
    scene.say(ADA_ID, "one");
    scene.leave();
    scene.come(true);
    var again =
        scene.ada.known().stream()
            .filter(k -> k.message() instanceof ServerMessage.Msg m && m.to().equals(ADA_ID))
            .toList();
    assertThat(again).hasSize(1);
    assertThat(again.getFirst().replay()).isTrue();
    scene.read(scene.pending());
    scene.leave();
    scene.come(true);
    assertThat(scene.ada.known())
        .noneMatch(k -> k.message() instanceof ServerMessage.Msg m && m.to().equals(ADA_ID));
  }

  @Test
  void the_welcome_says_that_delivery_is_confirmed() {
    assertThat(scene.ada.known())
        .anyMatch(k -> k.message() instanceof ServerMessage.Welcome w && w.confirm() && !w.side());
  }

  @Test
  void of_the_named_channels_what_is_unread_follows_and_mentions_are_not_there_twice() {
    assertThat(scene.pending("#general").entries()).isEmpty();
    scene.say("#general", "news");
    scene.mention("#general", "for you");
    scene.ada.say("#general", "my own");
    scene.say("#agents", "elsewhere");
    var page = scene.pending("#general");
    assertThat(texts(page)).containsExactly("mention for you", "channel news");
    var read = scene.read(page);
    assertThat(read.channels()).hasSize(1);
    assertThat(read.channels().getFirst().channel()).isEqualTo("#general");
    assertThat(scene.pending("#general").entries()).isEmpty();
    assertThat(texts(scene.pending("#agents"))).containsExactly("channel elsewhere");
  }

  @Test
  void who_confirms_by_taking_has_a_mark_in_a_channel_from_the_first_question_on() {
    var taking = new InboxScene(false);
    taking.say("#agents", "before");
    assertThat(taking.pending("#agents").entries()).isEmpty();
    taking.say("#agents", "now");
    assertThat(texts(taking.pending("#agents"))).containsExactly("channel now");
  }

  @Test
  void a_mark_that_could_not_be_stored_begins_with_the_next_question() {
    var taking = new InboxScene(false);
    taking.chat.store().failNext(1);
    assertThat(taking.pending("#agents").entries()).isEmpty();
    taking.chat.store().failNext(0);
    assertThat(taking.pending("#agents").entries()).isEmpty();
    taking.say("#agents", "now");
    assertThat(texts(taking.pending("#agents"))).containsExactly("channel now");
  }

  @Test
  void a_filter_passes_over_messages_of_channels_and_never_over_mail_and_mentions() {
    scene.pending("#general");
    scene.say("#general", "deploy is done");
    scene.say("#general", "lunch");
    scene.bob.send(ClientMessage.Msg.of("#general", "fire").withPriority(Priority.HIGH));
    scene.chat.run();
    scene.mention("#general", "anything");
    scene.say(ADA_ID, "whatever");
    var asked =
        new InboxMessages.AskPending(
            50, List.of("#general"), 0, List.of(), List.of("deploy"), Priority.HIGH);
    var page = scene.ask(asked, InboxMessages.Pending.class);
    assertThat(texts(page))
        .containsExactly(
            "mention anything", "dm whatever", "channel deploy is done", "channel fire");
    assertThat(page.passedOver()).isEqualTo(1);
    scene.read(page);
    assertThat(scene.pending("#general").entries()).as("passed over is confirmed").isEmpty();
  }

  @Test
  void messages_of_muted_agents_are_never_pending() {
    scene.pending("#general");
    scene.say("#general", "before");
    scene.mention("#general", "before too");
    scene.ada.send(new ClientMessage.Mute(BOB_ID, true));
    scene.chat.run();
    scene.say("#general", "after");
    scene.mention("#general", "after too");
    scene.say(ADA_ID, "mail");
    var page = scene.pending("#general");
    assertThat(page.entries()).isEmpty();
    assertThat(page.lost()).isZero();
  }

  @Test
  void what_retention_and_the_bound_took_is_lost_and_counted_once() {
    for (int i = 0; i < 23; i++) scene.mention("#general", "m" + i);
    scene.chat.store().prune(new Retention(15, Duration.ZERO), scene.chat.wallMillis(), _ -> true);
    var page = scene.pending();
    long gone = 23L - page.entries().size();
    assertThat(page.entries()).isNotEmpty();
    assertThat(page.lost()).isEqualTo(gone).isGreaterThan(3);
    assertThat(scene.pending().lost()).as("until it is confirmed").isEqualTo(gone);
    scene.read(page);
    assertThat(scene.pending().lost()).isZero();
    scene.read(page);
    scene.mention("#general", "next");
    assertThat(scene.pending().lost()).isZero();
  }

  @Test
  void a_page_of_long_texts_ends_early_and_all_of_them_come() {
    scene.pending("#general");
    var text = "x".repeat(400_000);
    for (int i = 0; i < 4; i++) {
      scene.say(ADA_ID, i + text);
      scene.mention("#general", i + text);
      scene.say("#general", i + text);
    }
    var seen = new ArrayList<String>();
    for (var page = scene.pending("#general"); !page.entries().isEmpty(); ) {
      assertThat(page.entries().size()).isLessThanOrEqualTo(2);
      texts(page).forEach(each -> seen.add(each.substring(0, each.indexOf(' ') + 2)));
      scene.read(page);
      page = scene.pending("#general");
    }
    assertThat(seen)
        .containsExactly(
            "dm 0",
            "mention 0",
            "dm 1",
            "mention 1",
            "dm 2",
            "mention 2",
            "dm 3",
            "mention 3",
            "channel 0",
            "channel 1",
            "channel 2",
            "channel 3");
  }

  @Test
  void a_question_looks_at_a_bounded_number_of_messages_and_makes_progress() {
    scene.read(scene.pending("#general"));
    for (int i = 0; i < 1_500; i++) scene.bob.say("#general", "lunch " + i);
    scene.bob.say("#general", "deploy");
    scene.chat.run();
    var asked =
        new InboxMessages.AskPending(
            50, List.of("#general"), 0, List.of(), List.of("deploy"), null);
    var page = scene.ask(asked, InboxMessages.Pending.class);
    assertThat(page.entries()).isEmpty();
    assertThat(page.passedOver()).isEqualTo(1_000);
    assertThat(page.more()).isTrue();
    scene.read(page);
    page = scene.ask(asked, InboxMessages.Pending.class);
    assertThat(texts(page)).containsExactly("channel deploy");
    assertThat(page.passedOver()).isEqualTo(500);
  }

  @Test
  void what_never_counts_costs_no_part_of_a_page() {
    scene.read(scene.pending("#general"));
    var eve = scene.chat.connect("eve").identify(null);
    scene.chat.run();
    scene.ada.send(new ClientMessage.Mute(InboxScene.id(eve), true));
    scene.chat.run();
    for (int i = 0; i < 1_200; i++) {
      scene.ada.say("#general", "mine " + i);
      eve.say("#general", "muted " + i + (i % 20 == 0 ? " @ada" : ""));
    }
    scene.chat.run();
    assertThat(scene.pending("#general").more()).isFalse();
    scene.say("#general", "news");
    scene.mention("#general", "you");
    var page = scene.pending("#general");
    assertThat(texts(page)).containsExactly("mention you", "channel news");
    assertThat(page.passedOver()).isZero();
    assertThat(page.more()).isFalse();
    scene.read(page);
    assertThat(scene.pending("#general").entries()).isEmpty();
  }

  @Test
  void a_question_goes_on_behind_the_cursor_of_an_earlier_answer_and_confirms_nothing() {
    scene.read(scene.pending("#general"));
    for (int i = 1; i <= 2; i++) {
      scene.say(ADA_ID, "dm" + i);
      scene.mention("#general", "m" + i);
      scene.say("#general", "c" + i);
    }
    var asked = InboxMessages.AskPending.of(2, "#general");
    var seen = new ArrayList<String>();
    var page = scene.ask(asked, InboxMessages.Pending.class);
    while (!page.entries().isEmpty()) {
      seen.addAll(texts(page));
      page = scene.ask(asked.after(page.cursor()), InboxMessages.Pending.class);
    }
    assertThat(seen)
        .containsExactly(
            "dm dm1", "mention m1", "dm dm2", "mention m2", "channel c1", "channel c2");
    assertThat(page.more()).isFalse();
    assertThat(scene.pending("#general").entries()).hasSize(6);
    scene.read(page);
    assertThat(scene.pending("#general").entries()).as("the last cursor covers all").isEmpty();
    assertThat(scene.refused(asked.after("nonsense")).code()).isEqualTo(ErrorCode.INVALID_MSG);
  }

  @Test
  void a_channel_that_the_agent_left_is_not_read_any_more() {
    scene.bob.send(new ClientMessage.CreateChannel("#room", false, false));
    scene.chat.run();
    scene.ada.send(new ClientMessage.Join("#room", null));
    scene.chat.run();
    scene.mention("#room", "secret");
    scene.say("#room", "more");
    var before = scene.pending("#room");
    assertThat(texts(before)).containsExactly("mention secret", "channel more");
    scene.ada.send(new ClientMessage.Leave("#room"));
    scene.chat.run();
    assertThat(scene.pending().entries()).isEmpty();
    assertThat(scene.refused(InboxMessages.AskPending.of(9, "#room")).code())
        .isEqualTo(ErrorCode.NOT_INVITED);
    scene.mention("#room", "she is not here");
    assertThat(scene.pending().entries()).isEmpty();
    assertThat(scene.read(before).channels()).isEmpty();
    scene.ada.send(new ClientMessage.Join("#room", null));
    scene.chat.run();
    assertThat(scene.pending("#room").entries()).as("it begins anew").isEmpty();
  }

  @Test
  void an_outsider_of_a_private_channel_gets_no_reference() {
    scene.bob.send(new ClientMessage.CreateChannel("#inner", true, false));
    scene.chat.run();
    scene.mention("#inner", "about you");
    scene.leave();
    scene.mention("#inner", "about you");
    scene.come(true);
    assertThat(scene.pending().entries()).isEmpty();
    assertThat(scene.chat.store().reads(MailReads.class).references(ADA_ID, 9)).isEmpty();
    assertThat(scene.refused(InboxMessages.AskPending.of(9, "#inner")).code())
        .isEqualTo(ErrorCode.NOT_INVITED);
    assertThat(scene.refused(ConfirmMessages.Confirm.upTo("#inner", 9)).code())
        .isEqualTo(ErrorCode.NOT_INVITED);
    assertThat(scene.refused(InboxMessages.AskPending.of(9, "#none")).code())
        .isEqualTo(ErrorCode.CHANNEL_NOT_FOUND);
  }

  @Test
  void a_cursor_of_another_agent_or_nonsense_is_refused_and_a_forged_one_harms_nobody() {
    scene.say(ADA_ID, "one");
    var cursor = scene.pending().cursor();
    int before = scene.bob.known().size();
    scene.bob.send(ConfirmMessages.Confirm.all(cursor));
    scene.chat.run();
    assertThat(scene.bob.known().get(before).message())
        .isInstanceOfSatisfying(
            ServerMessage.Failure.class,
            f -> assertThat(f.code()).isEqualTo(ErrorCode.INVALID_MSG));
    for (var text : List.of("x", "AQ", cursor + "AAAA", "ä".repeat(50))) {
      assertThat(scene.refused(ConfirmMessages.Confirm.all(text)).code())
          .isEqualTo(ErrorCode.INVALID_MSG);
    }
    assertThat(texts(scene.pending())).containsExactly("dm one");
    scene.bob.send(new ClientMessage.CreateChannel("#inner", true, false));
    scene.chat.run();
    var forged =
        Base64.getUrlEncoder()
            .encodeToString(
                ("1 " + ADA_ID + " 9999 9999 9999 #inner 9 #nowhere 9 #general 99999")
                    .getBytes(StandardCharsets.UTF_8));
    var read = scene.ask(ConfirmMessages.Confirm.all(forged), ConfirmMessages.Confirmed.class);
    assertThat(read.channels().stream().map(ConfirmMessages.ChannelMark::channel))
        .containsExactly("#general");
    scene.say("#general", "still unread");
    scene.say(ADA_ID, "two");
    assertThat(texts(scene.pending("#general"))).containsExactly("dm two", "channel still unread");
  }

  @Test
  void only_an_agent_with_a_key_has_an_inbox() {
    var guest = scene.chat.connect("guest").identify(null);
    scene.chat.run();
    scene.ada = guest;
    for (var request :
        List.of(
            InboxMessages.AskPending.of(9),
            new InboxMessages.AskUnread(),
            ConfirmMessages.Confirm.upTo("@me", 1),
            ConfirmMessages.Confirm.upTo("#general", 1),
            ConfirmMessages.Confirm.all("x"))) {
      assertThat(scene.refused(request).code()).isEqualTo(ErrorCode.SIGNATURE_REQUIRED);
    }
    var confirming = scene.chat.connect("guest2");
    confirming.send(ClientMessage.Identify.of("guest2", null).withConfirm(true));
    scene.chat.run();
    assertThat(confirming.known().getLast().message())
        .isInstanceOfSatisfying(
            ServerMessage.Failure.class,
            f -> assertThat(f.code()).isEqualTo(ErrorCode.SIGNATURE_REQUIRED));
  }

  @Test
  void reading_a_channel_moves_its_mark_and_reading_mail_its_own() {
    scene.pending("#general");
    scene.say("#general", "one");
    scene.mention("#general", "two");
    scene.say(ADA_ID, "mail");
    long seq = scene.pending("#general").entries().getLast().message().seq();
    var marked =
        scene.ask(
            ConfirmMessages.Confirm.upTo("#general", seq + 1), ConfirmMessages.Confirmed.class);
    assertThat(marked.to()).isEqualTo("#general");
    assertThat(marked.seq()).isEqualTo(seq + 1);
    assertThat(texts(scene.pending("#general"))).containsExactly("dm mail");
    var own = scene.ask(ConfirmMessages.Confirm.upTo(ADA_ID, 1), ConfirmMessages.Confirmed.class);
    assertThat(own.to()).isEqualTo("@me");
    assertThat(own.seq()).isEqualTo(1);
    assertThat(scene.pending("#general").entries()).isEmpty();
    assertThat(scene.refused(ConfirmMessages.Confirm.upTo(BOB_ID, 1)).code())
        .isEqualTo(ErrorCode.INVALID_MSG);
  }
}
