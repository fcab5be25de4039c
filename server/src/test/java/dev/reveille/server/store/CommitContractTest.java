package dev.reveille.server.store;

import static dev.reveille.server.store.Rows.T;
import static dev.reveille.server.store.Rows.agent;
import static dev.reveille.server.store.Rows.event;
import static dev.reveille.server.store.Rows.message;
import static dev.reveille.server.store.Rows.withId;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.channel.AddChannel;
import dev.reveille.server.channel.AddInvitation;
import dev.reveille.server.channel.AddMember;
import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.channel.StoredChannel;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Committer.Settled;
import dev.reveille.server.kernel.Committer.Submission;
import dev.reveille.server.kernel.Refusal;
import dev.reveille.server.mail.MailDelivered;
import dev.reveille.server.mail.MailOffered;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.mail.MailboxState;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** The promises of every store about units: their order, refusals, and what survives. */
class CommitContractTest extends TableContract {
  @Test
  void units_settle_in_submission_order() {
    var submitted = new ArrayList<Submission>();
    for (int i = 1; i <= 500; i++) {
      submitted.add(units.required("a", 1, message("#a", i)));
      submitted.add(units.barrier("b", 1));
      submitted.add(units.bestEffort("c", 1, event("e" + i)));
    }

    assertThat(units.await()).extracting(Settled::submission).isEqualTo(submitted);
    assertThat(units.refusals()).isEmpty();
  }

  @Test
  void it_stays_the_same_store_whoever_opens_it() {
    var identity = store.identity();
    assertThat(identity).isNotBlank().hasSizeLessThanOrEqualTo(64);
    try (var other = takeOver()) {
      assertThat(other.identity()).isEqualTo(identity);
    }
    reopenStore();
    assertThat(store.identity()).isEqualTo(identity);
  }

  @Test
  void what_was_settled_is_there_after_a_restart() {
    units.required("a", 1, message("#a", 1), agent("@ann", "ann", true, T));
    units.required("a", 1, new AddChannel(new StoredChannel("#a", true, false, "@ann", T)));
    units.required("a", 1, new MailOffered("@ann", 4), new MailDelivered("@ann", 3), event("x"));
    units.required("a", 1, new AddMember("#a", "@ann", T));
    units.required("a", 1, new AddInvitation("#a", "@bob", "@ann", T));
    units.await();
    var events = store.reads(EventReads.class).events(0, 10);
    reopenStore();

    assertThat(seqs(store.reads(EntryReads.class).after("#a", 0, 10))).isEqualTo(range(1, 1));
    assertThat(store.reads(AgentReads.class).agent("@ann"))
        .contains(new StoredAgent("@ann", "ann", "pem of @ann", T, T));
    assertThat(store.reads(ChannelReads.class).channel("#a"))
        .contains(new StoredChannel("#a", true, false, "@ann", T));
    assertThat(store.reads(MailReads.class).mailbox("@ann")).isEqualTo(new MailboxState(4, 3));
    assertThat(store.reads(ChannelReads.class).memberships("@ann")).containsExactly("#a");
    assertThat(store.reads(ChannelReads.class).invited("#a")).containsExactly("@bob");
    assertThat(store.reads(EventReads.class).events(0, 10)).isEqualTo(events).hasSize(2);
    units.required("a", 1, message("#a", 2));
    assertThat(units.outcome()).isEqualTo("s");
    assertThat(store.reads(EventReads.class).events(0, 10)).hasSize(3);
    assertThat(store.reads(EventReads.class).events(0, 10).getLast().id())
        .isGreaterThan(events.getLast().id());
  }

  @Test
  void a_unit_that_contradicts_the_store_is_refused_alone() {
    units.required("a", 1, message("#a", 1));
    units.required("b", 1, message("#b", 1), message("#a", 1));
    units.required("c", 1, message("#b", 1));

    assertThat(units.outcome()).isEqualTo("srs");
    assertThat(seqs(store.reads(EntryReads.class).after("#b", 0, 10))).isEqualTo(range(1, 1));
    assertThat(units.refusals())
        .allSatisfy(r -> assertThat(r).hasMessageStartingWith("Not stored"));
    assertThat(store.trouble()).isEmpty();
  }

  @Test
  void after_a_refused_required_unit_its_incarnation_is_refused() {
    units.required("a", 1, message("#a", 1));
    units.required("a", 1, message("#a", 1));
    units.required("a", 1, message("#a", 2));
    units.barrier("a", 1);
    units.required("a", 1);
    units.required("b", 1, message("#b", 1));
    units.barrier("b", 1);

    assertThat(units.outcome()).isEqualTo("srrrrss");
    assertThat(seqs(store.reads(EntryReads.class).after("#a", 0, 10))).isEqualTo(range(1, 1));
    units.required("a", 1, event("still refused in a later batch"));
    assertThat(units.outcome()).endsWith("r");
  }

  @Test
  void a_best_effort_unit_that_fails_costs_its_writes_alone_but_none_outlives_its_incarnation() {
    units.bestEffort("a", 1, withId("#a", 2, "gap"));
    units.required("a", 1, message("#a", 1));
    units.required("a", 1, message("#a", 1));
    units.bestEffort("a", 1, event("built on what never was"));
    units.barrier("a", 1);

    assertThat(units.outcome()).isEqualTo("ssrrr");
    assertThat(store.reads(EventReads.class).events(0, 10))
        .extracting(StoredEvent::kind)
        .hasSize(1);
  }

  @Test
  void a_new_incarnation_is_accepted_and_an_old_one_stays_refused() {
    units.required("a", 1, message("#a", 7));
    units.required("a", 2, message("#a", 1));
    units.required("a", 2, message("#a", 2));
    units.barrier("a", 2);

    assertThat(units.outcome()).isEqualTo("rsss");
    units.required("a", 2, message("#a", 2));
    units.required("a", 2, message("#a", 3));
    units.required("a", 3, message("#a", 3));
    assertThat(units.outcome()).isEqualTo("rsssrrs");
  }

  @Test
  void an_owner_whose_epoch_is_past_is_refused() {
    units.required("a", 1, message("#a", 1));
    units.await();
    try (var other = takeOver()) {
      var others = new Settlements(other);
      units.required("a", 1, message("#a", 2));
      units.bestEffort("b", 1, event("x"));
      units.barrier("c", 1);
      others.required("a", 1, message("#a", 2));

      assertThat(units.outcome()).isEqualTo("srrr");
      assertThat(store.trouble())
          .hasValueSatisfying(t -> assertThat(t).contains("another process"));
      assertThat(others.outcome()).isEqualTo("s");
      assertThat(seqs(other.reads(EntryReads.class).after("#a", 0, 10))).isEqualTo(range(1, 2));
    }
  }

  @Test
  void a_broken_disk_refuses_clearly_and_leaves_reading_alone_until_it_is_mended() {
    units.required("a", 1, message("#a", 1));
    units.await();
    breakDisk();
    units.required("a", 1, message("#a", 2));
    units.required("b", 1, message("#b", 1));
    units.bestEffort("c", 1, event("x"));
    units.barrier("d", 1);

    assertThat(units.outcome()).isEqualTo("srrss");
    assertThat(store.trouble()).isPresent();
    assertThat(units.refusals())
        .extracting(Refusal::getMessage)
        .allMatch(m -> m.contains("it goes on by itself"));
    assertThat(seqs(store.reads(EntryReads.class).after("#a", 0, 10))).isEqualTo(range(1, 1));
    mendDisk();
    units.required("a", 1, message("#a", 2));
    units.required("a", 2, message("#a", 2));
    units.required("b", 2, message("#b", 1));
    assertThat(units.outcome()).isEqualTo("srrssrss");
    assertThat(store.trouble()).isEmpty();
  }

  @Test
  void trouble_ends_with_its_cause_even_if_nobody_writes() {
    breakDisk();
    units.required("a", 1, message("#a", 1));
    units.await();
    assertThat(store.trouble()).isPresent();
    mendDisk();

    assertThat(becomesEmpty()).isTrue();
  }

  private boolean becomesEmpty() {
    for (int i = 0; i < 10_000; i++) {
      if (store.trouble().isEmpty()) return true;
      units.barrier("z", 1);
      units.await();
    }
    return false;
  }

  @Test
  void who_is_told_of_a_commit_can_read_it() {
    var seen = new java.util.concurrent.atomic.AtomicInteger();
    store.onCommit(() -> seen.set(store.reads(EventReads.class).events(0, 100).size()));
    units.required("a", 1, message("#a", 1), event("one"));
    units.await();
    assertThat(seen).hasValue(2);
    units.required("b", 1, message("#a", 2));
    units.await();
    assertThat(seen).hasValue(3);
  }

  @Test
  void nobody_is_told_of_what_was_not_stored() {
    var told = new java.util.concurrent.atomic.AtomicInteger();
    store.onCommit(told::incrementAndGet);
    breakDisk();
    units.required("a", 1, message("#a", 1));
    assertThat(units.outcome()).isEqualTo("r");
    assertThat(told).hasValue(0);
    mendDisk();
  }

  @Test
  void closing_settles_what_was_submitted_and_refuses_what_comes_later() {
    for (int i = 1; i <= 3000; i++) units.required("a", 1, message("#a", i));
    store.close();
    units.required("a", 1, message("#a", 3001));

    assertThat(units.outcome()).isEqualTo("s".repeat(3000) + "r");
    reopenStore();
    assertThat(store.reads(EntryReads.class).head("#a").lastSeq()).isEqualTo(3000);
  }
}
