package dev.reveille.server.mail;

import static dev.reveille.server.mail.MailboxFixture.ADA;
import static dev.reveille.server.mail.MailboxFixture.BOB;
import static dev.reveille.server.mail.MailboxFixture.BODY;
import static dev.reveille.server.mail.MailboxFixture.effects;
import static dev.reveille.server.mail.MailboxFixture.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.reveille.server.channel.DropReferences;
import dev.reveille.server.channel.MoveMark;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.Tell;
import java.util.List;
import org.junit.jupiter.api.Test;

/** References to messages that mention an agent. */
class ReferencesTest {
  private final MailboxFixture mailbox = new MailboxFixture();

  private static MailboxCommand.Copied copied(String channel, long first, long last, long ts) {
    return new MailboxCommand.Copied(List.of(new MailboxCommand.Copy(channel, first, last, ts)));
  }

  @Test
  void a_reference_stands_behind_the_mail_that_was_there_and_survives_a_reload() {
    mailbox.deposit(2);
    var step = mailbox.refer("#a", 7, BOB);
    assertThat(step.units().getFirst().required()).isTrue();
    mailbox.deposit(1);
    mailbox.refer("#a", 9, BOB);
    mailbox.reload();
    assertThat(mailbox.store.reads(MailReads.class).references(ADA, 9))
        .extracting(StoredReference::n, StoredReference::afterSeq, StoredReference::seq)
        .containsExactly(tuple(1L, 2L, 7L), tuple(2L, 3L, 9L));
  }

  @Test
  void the_bound_takes_the_oldest_and_counts_them_as_lost() {
    for (int i = 1; i <= 5; i++) mailbox.refer("#a", i, BOB);
    assertThat(mailbox.references()).containsExactly(3L, 4L, 5L);
    assertThat(mailbox.state().lost()).isEqualTo(2);
    mailbox.reload();
    mailbox.refer("#a", 6, BOB);
    assertThat(mailbox.references()).containsExactly(4L, 5L, 6L);
    assertThat(mailbox.state().lost()).isEqualTo(3);
  }

  @Test
  void a_cursor_confirms_what_it_showed_and_nothing_that_came_later() {
    for (int i = 1; i <= 4; i++) mailbox.refer("#a", i, BOB);
    mailbox.confirm(BODY, 0, 3, 1);
    assertThat(mailbox.references()).containsExactly(4L);
    assertThat(mailbox.state().lostRead()).isEqualTo(1);
    mailbox.refer("#a", 5, BOB);
    assertThat(writes(mailbox.confirm(BODY, 0, 3, 1))).as("a repeat").isEmpty();
    assertThat(mailbox.references()).containsExactly(4L, 5L);
  }

  @Test
  void a_number_is_not_given_again_so_an_old_cursor_confirms_nothing_new() {
    mailbox.refer("#a", 1, BOB);
    mailbox.confirm(BODY, 0, 1, 0);
    mailbox.reload();
    mailbox.refer("#a", 2, BOB);
    mailbox.confirm(BODY, 0, 1, 0);
    assertThat(mailbox.references()).containsExactly(2L);
  }

  @Test
  void a_forged_cursor_confirms_only_what_exists() {
    mailbox.refer("#a", 1, BOB);
    mailbox.confirm(BODY, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(mailbox.references()).isEmpty();
    for (int i = 2; i <= 5; i++) mailbox.refer("#a", i, BOB);
    assertThat(mailbox.references()).hasSize(3);
    assertThat(mailbox.state().lost() - mailbox.state().lostRead()).isEqualTo(1);
  }

  @Test
  void reading_a_channel_confirms_the_references_into_it_up_to_there() {
    mailbox.refer("#a", 4, BOB);
    mailbox.refer("#a", 6, BOB);
    mailbox.refer("#b", 4, BOB);
    var step = mailbox.readChannel("#a", 5);
    assertThat(writes(step))
        .containsExactly(new MoveMark(ADA, "#a", 5, true), new RemoveReferences(ADA, List.of(1L)));
    assertThat(mailbox.references()).containsExactly(2L, 3L);
  }

  @Test
  void a_reference_that_comes_after_its_channel_was_read_is_not_kept() {
    mailbox.refer("#a", 4, BOB);
    mailbox.readChannel("#a", 5);
    mailbox.refer("#a", 5, BOB);
    mailbox.refer("#b", 5, BOB);
    mailbox.refer("#a", 6, BOB);
    assertThat(mailbox.references()).containsExactly(2L, 3L);
    mailbox.tell(new DropReferences("#a"));
    mailbox.refer("#a", 1, BOB);
    assertThat(mailbox.references()).as("a new time in the channel").containsExactly(2L, 4L);
  }

  @Test
  void reading_mail_leaves_references_alone() {
    mailbox.deposit(1);
    mailbox.refer("#a", 4, BOB);
    mailbox.read(1);
    assertThat(mailbox.references()).containsExactly(1L);
  }

  @Test
  void a_muted_sender_makes_no_reference_and_those_it_made_go() {
    mailbox.refer("#a", 1, BOB);
    mailbox.refer("#a", 2, "@eve");
    mailbox.open(true);
    var mute = mailbox.tell(new MailboxCommand.Mute(BODY, List.of(BOB)));
    assertThat(effects(mute))
        .contains(new Tell(Cells.mailbox(ADA), new MailboxCommand.RemoveMuted()));
    mailbox.tell(new MailboxCommand.RemoveMuted());
    mailbox.refer("#a", 3, BOB);
    assertThat(mailbox.references()).containsExactly(2L);
    assertThat(mailbox.state().lost()).as("not wanted, not lost").isZero();
  }

  @Test
  void leaving_a_channel_drops_the_references_into_it() {
    mailbox.refer("#a", 1, BOB);
    mailbox.refer("#b", 1, BOB);
    mailbox.tell(new DropReferences("#a"));
    assertThat(mailbox.references()).containsExactly(2L);
    assertThat(mailbox.state().lost()).isZero();
  }

  @Test
  void a_copy_that_was_taken_confirms_its_reference_before_and_after_it_comes() {
    mailbox.open(false);
    mailbox.refer("#a", 1, BOB);
    mailbox.tell(copied("#a", 1, 1, 1001));
    assertThat(mailbox.references()).isEmpty();
    mailbox.tell(copied("#a", 2, 2, 1002));
    assertThat(writes(mailbox.refer("#a", 2, BOB))).as("taken already").isEmpty();
    mailbox.refer("#a", 3, BOB);
    assertThat(mailbox.references()).containsExactly(2L);
  }

  @Test
  void an_early_copy_of_an_older_channel_of_the_same_name_confirms_nothing() {
    mailbox.open(false);
    mailbox.tell(copied("#a", 2, 2, 5));
    mailbox.refer("#a", 2, BOB);
    assertThat(mailbox.references()).hasSize(1);
  }

  @Test
  void a_replay_confirms_the_references_in_its_range_and_none_to_come() {
    mailbox.open(false);
    for (int i = 1; i <= 3; i++) mailbox.refer("#a", i, BOB);
    mailbox.tell(copied("#a", 2, 9, 0));
    assertThat(mailbox.references()).containsExactly(1L);
    mailbox.refer("#a", 5, BOB);
    assertThat(mailbox.references()).containsExactly(1L, 4L);
  }

  @Test
  void those_who_wait_hear_of_it_and_an_open_session_reports_copies_from_then_on() {
    mailbox.open(false);
    assertThat(effects(mailbox.refer("#a", 1, BOB)))
        .containsExactly(
            new MailEffect.Referred(BODY), new MailEffect.Arrived(ADA, MailEffect.MENTION));
    mailbox.close();
    assertThat(effects(mailbox.refer("#a", 2, BOB)))
        .containsExactly(new MailEffect.Arrived(ADA, MailEffect.MENTION));
  }

  @Test
  void an_agent_that_cannot_return_gets_none() {
    mailbox.tell(new MailboxCommand.Shut());
    assertThat(mailbox.refer("#a", 1, BOB).isNone()).isTrue();
  }
}
