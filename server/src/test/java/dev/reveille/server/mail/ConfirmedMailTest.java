package dev.reveille.server.mail;

import static dev.reveille.server.mail.MailboxFixture.ADA;
import static dev.reveille.server.mail.MailboxFixture.BOB;
import static dev.reveille.server.mail.MailboxFixture.BODY;
import static dev.reveille.server.mail.MailboxFixture.SIDE;
import static dev.reveille.server.mail.MailboxFixture.effects;
import static dev.reveille.server.mail.MailboxFixture.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.server.channel.MarkReads;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.RetrievedEffect;
import dev.reveille.server.kernel.Step;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Direct messages of an agent that confirms them, and what their senders hear. */
class ConfirmedMailTest {
  private final MailboxFixture mailbox = new MailboxFixture();

  @Test
  void what_the_socket_took_stays_until_it_is_read_and_comes_again() {
    mailbox.open(true);
    mailbox.deposit(2);
    assertThat(writes(mailbox.report(0, "", "1-2"))).isEmpty();
    assertThat(mailbox.state().delivered()).isZero();
    mailbox.close();
    mailbox.reload();
    assertThat(effects(mailbox.open(true)))
        .containsExactly(
            new MailEffect.OpenMail(BODY, ADA, 1, 2, 2, "", "", List.of(), true, false, List.of()));
    mailbox.read(1);
    mailbox.close();
    assertThat(effects(mailbox.open(true)))
        .containsExactly(
            new MailEffect.OpenMail(BODY, ADA, 2, 2, 2, "", "", List.of(), true, false, List.of()));
  }

  @Test
  void reading_settles_the_open_session_and_is_answered_when_it_is_durable() {
    mailbox.open(true);
    mailbox.deposit(2);
    var step = mailbox.read(2);
    assertThat(step.units().getFirst().required()).isTrue();
    assertThat(writes(step)).containsExactly(new MailDelivered(ADA, 2));
    assertThat(effects(step))
        .containsExactly(
            new MailEffect.Settle(BODY, 2),
            new DeliveryEffect.LookUp(BODY, new MarksQuery(ADA, null, "@me", 2, List.of(), false)),
            new RetrievedEffect(ADA, 2));
  }

  @Test
  void the_body_hears_what_a_side_session_confirmed() {
    mailbox.open(true);
    mailbox.deposit(1);
    assertThat(effects(mailbox.confirm(SIDE, 1, 0, 0)))
        .containsExactly(
            new MailEffect.Settle(BODY, 1),
            new DeliveryEffect.LookUp(SIDE, new MarksQuery(ADA, null, "@me", 1, List.of(), false)),
            new DeliveryEffect.LookUp(BODY, new MarksQuery(ADA, null, "@me", 1, List.of(), true)),
            new RetrievedEffect(ADA, 1));
  }

  @Test
  void the_mark_only_moves_forward_and_not_beyond_the_last_entry() {
    mailbox.open(true);
    mailbox.deposit(2);
    mailbox.read(Long.MAX_VALUE);
    assertThat(mailbox.state().delivered()).isEqualTo(2);
    assertThat(writes(mailbox.read(1))).isEmpty();
    mailbox.deposit(1);
    assertThat(mailbox.state().delivered()).isEqualTo(2);
  }

  @Test
  void unconfirmed_mail_counts_for_the_limit_present_or_not() {
    mailbox.open(true);
    mailbox.deposit(3);
    mailbox.report(0, "", "1-3");
    assertThat(mailbox.deposit(BOB, false).answer()).isEqualTo(full());
    mailbox.read(1);
    assertThat(mailbox.deposit(BOB, false).answer()).isEqualTo(new ChatAnswer.Placed(ADA, 4));
    mailbox.close();
    assertThat(mailbox.deposit(BOB, false).answer()).isEqualTo(full());
  }

  private static ChatAnswer full() {
    return new ChatAnswer.Refused(ErrorCode.RATE_LIMITED, "The mailbox of " + ADA + " is full");
  }

  @Test
  void a_report_that_knows_less_takes_nothing_back() {
    mailbox.open(true);
    mailbox.deposit(3);
    mailbox.report(0, "3", "");
    mailbox.read(1);
    mailbox.report(0, "", "");
    assertThat(mailbox.state().delivered()).isEqualTo(1);
    assertThat(mailbox.state().ahead()).isEqualTo("3");
    mailbox.read(2);
    assertThat(mailbox.state()).isEqualTo(new MailboxState(3, 3));
  }

  @Test
  void a_body_that_confirms_has_a_mark_in_the_channels_that_take_everybody() {
    mailbox.open(false);
    assertThat(mailbox.store.reads(MarkReads.class).marks(ADA)).isEmpty();
    mailbox.close();
    mailbox.open(true);
    assertThat(mailbox.store.reads(MarkReads.class).marks(ADA)).containsOnlyKeys("#general");
  }

  private static List<Object> news(Step step) {
    return effects(step).stream()
        .filter(DeliveryEffect.ToAgent.class::isInstance)
        .<Object>map(
            e -> ((ReceiptMessages.Receipt) ((DeliveryEffect.ToAgent) e).message()).level())
        .toList();
  }

  private ReceiptLevel level(long seq) {
    return Objects.requireNonNull(mailbox.receipt(seq)).level();
  }

  @Test
  void a_receipt_goes_from_stored_to_offered_to_retrieved_and_its_sender_hears_each() {
    mailbox.deposit(BOB, true);
    assertThat(level(1)).isEqualTo(ReceiptLevel.STORED);
    mailbox.reload();
    mailbox.open(true);
    assertThat(news(mailbox.report(0, "", "1"))).containsExactly("offered");
    assertThat(news(mailbox.report(0, "", "1"))).isEmpty();
    mailbox.close();
    mailbox.reload();
    mailbox.open(true);
    var read = mailbox.read(1);
    assertThat(news(read)).containsExactly("retrieved");
    assertThat(effects(read))
        .contains(
            new DeliveryEffect.ToAgent(
                BOB,
                new ReceiptMessages.Receipt(
                    Objects.requireNonNull(mailbox.receipt(1)).msgId(),
                    ADA,
                    "retrieved",
                    mailbox.clock.wallMillis(),
                    null)));
    assertThat(level(1)).isEqualTo(ReceiptLevel.RETRIEVED);
    assertThat(news(mailbox.read(1))).isEmpty();
  }

  @Test
  void an_answer_to_pending_offers_too_and_what_comes_again_says_so() {
    mailbox.deposit(BOB, true);
    mailbox.deposit(1);
    assertThat(news(mailbox.tell(new MailboxCommand.Shown(1)))).containsExactly("offered");
    assertThat(mailbox.state().offered()).isEqualTo(1);
    mailbox.tell(new MailboxCommand.Shown(99));
    assertThat(mailbox.state().offered()).isEqualTo(2);
    assertThat(writes(mailbox.tell(new MailboxCommand.Shown(1)))).isEmpty();
  }

  @Test
  void a_body_that_confirms_by_taking_retrieves_what_its_socket_took() {
    mailbox.open(false);
    mailbox.deposit(BOB, true);
    assertThat(news(mailbox.report(1, "", "1"))).containsExactly("retrieved");
  }

  @Test
  void a_muted_sender_stays_where_it_was_whatever_becomes_of_its_message() {
    mailbox.open(true, BOB);
    mailbox.deposit(BOB, true);
    assertThat(news(mailbox.report(1, "", ""))).isEmpty();
    assertThat(news(mailbox.read(1))).isEmpty();
    assertThat(level(1)).isEqualTo(ReceiptLevel.STORED);
    mailbox.tell(new MailboxCommand.Mute(BODY, List.of()));
    mailbox.deposit(BOB, true);
    mailbox.tell(new MailboxCommand.Mute(BODY, List.of(BOB)));
    assertThat(news(mailbox.report(0, "", "2"))).isEmpty();
    assertThat(news(mailbox.tell(new MailboxCommand.Shown(2)))).isEmpty();
    assertThat(news(mailbox.read(2))).isEmpty();
    assertThat(level(2)).isEqualTo(ReceiptLevel.STORED);
  }

  @Test
  void a_muted_sender_cannot_tell_it_from_the_refusal_of_a_full_mailbox_either() {
    mailbox.storeMute(BOB);
    mailbox.reload();
    for (int i = 0; i < 5; i++) {
      assertThat(mailbox.deposit(BOB, true).answer()).isInstanceOf(ChatAnswer.Placed.class);
    }
    assertThat(mailbox.deposit("@eve", false).answer()).isInstanceOf(ChatAnswer.Placed.class);
  }

  @Test
  void what_a_sleeper_dropped_is_never_retrieved() {
    mailbox.open(true);
    mailbox.deposit(BOB, true);
    assertThat(news(mailbox.report(1, "", ""))).isEmpty();
    assertThat(level(1)).isEqualTo(ReceiptLevel.STORED);
    assertThat(news(mailbox.read(1))).isEmpty();
  }
}
