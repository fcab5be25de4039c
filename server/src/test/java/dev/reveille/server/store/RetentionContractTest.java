package dev.reveille.server.store;

import static dev.reveille.server.store.Rows.T;
import static dev.reveille.server.store.Rows.agent;
import static dev.reveille.server.store.Rows.event;
import static dev.reveille.server.store.Rows.message;
import static dev.reveille.server.store.Rows.skill;
import static dev.reveille.server.store.Rows.withId;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.admin.SaveApproval;
import dev.reveille.server.admin.SaveBan;
import dev.reveille.server.admin.StoredApproval;
import dev.reveille.server.admin.StoredBan;
import dev.reveille.server.callback.SaveCallback;
import dev.reveille.server.callback.StoredCallback;
import dev.reveille.server.channel.AddChannel;
import dev.reveille.server.channel.AddInvitation;
import dev.reveille.server.channel.AddMember;
import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.channel.SetMute;
import dev.reveille.server.channel.SetSubscription;
import dev.reveille.server.channel.StoredChannel;
import dev.reveille.server.channel.SubscriptionReads;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.identity.SaveKey;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.identity.StoredKey;
import dev.reveille.server.mail.MailDelivered;
import dev.reveille.server.mail.MailOffered;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.mail.MailboxState;
import dev.reveille.server.moderation.MuteReads;
import dev.reveille.server.moderation.SetServerMute;
import dev.reveille.server.skills.ReplaceSkills;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rows that every store removes, and those that it never removes. */
class RetentionContractTest extends TableContract {
  @Test
  void retention_by_count_keeps_the_newest_of_each_stream() {
    for (int i = 1; i <= 20; i++) units.required("a", 1, message("#a", i));
    units.required("a", 1, message("#b", 1), event("old"));
    units.await();

    assertThat(store.prune(new Retention(5, Duration.ZERO), T)).isEqualTo(15);
    assertThat(seqs(store.reads(EntryReads.class).after("#a", 0, 100))).isEqualTo(range(16, 20));
    assertThat(seqs(store.reads(EntryReads.class).before("#a", 18, 100))).isEqualTo(range(16, 17));
    assertThat(store.reads(EntryReads.class).head("#a")).isEqualTo(new StreamHead(16, 20, T + 20));
    assertThat(store.sizes()).containsEntry("messages", 6L).containsEntry("events", 1L);
    assertThat(store.prune(new Retention(5, Duration.ZERO), T)).isZero();
    assertThat(store.prune(Retention.FOREVER, T + 1_000_000)).isZero();
  }

  @Test
  void retention_by_count_keeps_the_newest_events_too() {
    for (int i = 1; i <= 9; i++) units.required("a", 1, event("e" + i));
    units.await();

    assertThat(store.prune(new Retention(4, Duration.ZERO), T)).isEqualTo(5);
    assertThat(store.reads(EventReads.class).events(0, 100))
        .extracting(StoredEvent::kind)
        .containsExactly("e6", "e7", "e8", "e9");
  }

  @Test
  void retention_by_age_takes_messages_and_events_and_seq_and_ids_go_on() {
    units.required("a", 1, message("#a", 1), message("#a", 2), event("old"), event("new", T + 100));
    units.await();
    long lastId = store.reads(EventReads.class).events(0, 10).getLast().id();

    assertThat(store.prune(new Retention(0, Duration.ofMillis(50)), T + 100)).isEqualTo(3);
    assertThat(store.reads(EntryReads.class).head("#a")).isEqualTo(new StreamHead(3, 2, T + 2));
    assertThat(store.prune(new Retention(0, Duration.ofMillis(50)), T + 1000)).isEqualTo(1);
    assertThat(store.reads(EventReads.class).events(0, 10)).isEmpty();
    reopenStore();
    assertThat(store.reads(EntryReads.class).head("#a")).isEqualTo(new StreamHead(3, 2, T + 2));
    units.required("a", 1, message("#a", 1));
    units.required("b", 1, message("#a", 3));
    assertThat(units.outcome()).isEqualTo("rs");
    assertThat(store.reads(EntryReads.class).head("#a")).isEqualTo(new StreamHead(3, 3, T + 3));
    assertThat(store.reads(EventReads.class).events(0, 10).getFirst().id()).isGreaterThan(lastId);
  }

  @Test
  void what_was_stored_while_the_clock_was_ahead_goes_with_what_was_stored_after_it() {
    var month = new Retention(0, Duration.ofDays(30));
    long day = Duration.ofDays(1).toMillis();
    long ahead = T + 10_000 * day;
    units.required("a", 1, event("before"), at("#a", 1, T), event("ahead", ahead));
    units.required("a", 1, at("#a", 2, ahead));
    units.await();
    assertThat(store.prune(month, T + day)).isZero();
    // The time of a channel does not fall again.
    units.required("a", 1, at("#a", 3, ahead), event("after", T + 2 * day));
    units.await();

    assertThat(store.prune(month, T + 2 * day)).isZero();
    assertThat(store.prune(month, T + 31 * day + 1)).isEqualTo(4);
    assertThat(store.reads(EventReads.class).events(0, 10))
        .extracting(StoredEvent::kind)
        .containsExactly("message", "after");
    assertThat(store.prune(month, T + 33 * day)).isEqualTo(2);
    assertThat(store.reads(EntryReads.class).head("#a").lastSeq()).isEqualTo(3);
    assertThat(store.lastAgeMark()).contains(T + 33 * day);
  }

  @Test
  void without_its_marks_the_store_goes_by_the_times_of_the_rows() {
    var month = new Retention(0, Duration.ofDays(30));
    long day = Duration.ofDays(1).toMillis();
    units.required("a", 1, event("young", T), at("#a", 1, T));
    units.await();
    assertThat(store.prune(month, T - 400 * day)).isZero();
    assertThat(store.lastAgeMark()).contains(T - 400 * day);
    store.forgetAgeMarks();
    assertThat(store.lastAgeMark()).isEmpty();
    assertThat(store.prune(month, T + day)).isZero();
    assertThat(store.prune(month, T + 31 * day)).isPositive();
  }

  @Test
  void who_was_connected_until_a_crash_has_been_here_until_then() {
    long day = Duration.ofDays(1).toMillis();
    var quarter = new Retention(0, Duration.ZERO, Duration.ofDays(90));
    units.required("a", 1, agent("@ann", "ann", true, T), agent("@bob", "bob", true, T));
    assertThat(units.refusals()).isEmpty();
    assertThat(store.prune(quarter, T + 80 * day, id -> id.equals("@ann"))).isZero();

    assertThat(store.prune(quarter, T + 100 * day, _ -> false)).isEqualTo(1);
    assertThat(store.reads(AgentReads.class).agent("@bob")).isEmpty();
    assertThat(store.reads(AgentReads.class).agent("@ann"))
        .map(StoredAgent::lastSeen)
        .contains(T + 80 * day);
    assertThat(store.prune(quarter, T + 171 * day, _ -> false)).isEqualTo(1);
  }

  @Test
  void what_was_delivered_to_an_agent_that_goes_is_known_as_long_as_it_is_there() {
    long day = Duration.ofDays(1).toMillis();
    var quarter = new Retention(0, Duration.ZERO, Duration.ofDays(90));
    units.required("a", 1, agent("@ann", "ann", true, T), at("@ann", 1, T + 5_000 * day));
    units.required("a", 1, new MailDelivered("@ann", 1));
    assertThat(units.refusals()).isEmpty();
    assertThat(store.prune(quarter, T + 100 * day)).isEqualTo(1);
    assertThat(store.reads(AgentReads.class).agent("@ann")).isEmpty();
    assertThat(store.reads(EntryReads.class).head("@ann").lastSeq()).isEqualTo(1);
    assertThat(store.reads(MailReads.class).mailbox("@ann").delivered()).isEqualTo(1);
  }

  @Test
  void agents_that_were_away_for_long_go_if_they_have_nothing_to_come_back_for() {
    long day = Duration.ofDays(1).toMillis();
    var stay =
        List.of(
            "@young",
            "@here",
            "@mail",
            "@timer",
            "@owner",
            "@guest",
            "@keys",
            "@banned",
            "@allowed",
            "@gagged");
    for (var id : stay) {
      units.required("a", 1, agent(id, id, true, id.equals("@young") ? T + 60 * day : T));
    }
    units.required("a", 1, agent("@gone", "gone", true, T), message("@gone", 1));
    units.required("a", 1, new MailDelivered("@gone", 1), new AddMember("#open", "@gone", T));
    units.required("a", 1, new ReplaceSkills("@gone", T, List.of(skill("x", null, null))));
    units.required(
        "a", 1, new SetMute("@gone", "@eve", true, T), new SetSubscription("@gone", "#open", "{}"));
    units.required("a", 1, message("@keyless", 1), message("@mail", 1));
    units.required(
        "a", 1, new SaveCallback(new StoredCallback("c", "@timer", null, "x", T, T, null)));
    units.required("a", 1, new AddChannel(new StoredChannel("#open", false, false, "@owner", T)));
    units.required("a", 1, new AddChannel(new StoredChannel("#inner", true, false, null, T)));
    units.required("a", 1, new AddInvitation("#inner", "@guest", "@owner", T));
    units.required("a", 1, new SaveKey(StoredKey.fresh("@keys2", "@keys", "pem", T)));
    units.required("a", 1, new SaveBan(new StoredBan("@banned", "x", T, "y")));
    units.required("a", 1, new SaveApproval(new StoredApproval("pem", "@allowed", T, "y", "")));
    units.required("a", 1, new SetServerMute("@gagged", T + 100 * day, "x"));
    assertThat(units.refusals()).isEmpty();
    var quarter = new Retention(0, Duration.ZERO, Duration.ofDays(90));

    assertThat(store.prune(quarter, T + 89 * day)).isZero();
    assertThat(store.prune(quarter, T + 91 * day, "@here"::equals)).isEqualTo(5);
    assertThat(stay).allMatch(id -> store.reads(AgentReads.class).agent(id).isPresent());
    assertThat(store.reads(AgentReads.class).agent("@gone")).isEmpty();
    assertThat(store.reads(ChannelReads.class).memberships("@gone")).isEmpty();
    assertThat(store.reads(SubscriptionReads.class).filters("@gone"))
        .isEqualTo(new SubscriptionReads.StoredFilters(List.of(), List.of()));
    assertThat(store.reads(MuteReads.class).mute("@gone")).isEmpty();
    assertThat(store.reads(MailReads.class).mailbox("@gone")).isEqualTo(MailboxState.NEW);
    assertThat(store.reads(EntryReads.class).head("@gone")).isEqualTo(StreamHead.EMPTY);
    assertThat(store.reads(EntryReads.class).head("@keyless")).isEqualTo(StreamHead.EMPTY);
    assertThat(store.reads(EntryReads.class).head("@mail").lastSeq()).isEqualTo(1);
    assertThat(store.sizes()).containsEntry("skills", 0L).containsEntry("members", 0L);
    // It comes back as a new one.
    units.required("b", 1, agent("@gone", "gone", true, T + 92 * day), message("@gone", 2));
    units.required("c", 1, agent("@gone", "gone", true, T + 92 * day), withId("@gone", 1, "new"));
    assertThat(units.outcome()).endsWith("rs");
    reopenStore();
    assertThat(store.reads(EntryReads.class).head("@gone").lastSeq()).isEqualTo(1);
  }

  private static AppendEntry at(String stream, long seq, long ts) {
    return new AppendEntry(
        new StoredEntry(stream, seq, ts, stream + seq, "@ann", "ann", false, "x", null, ""));
  }

  @Test
  void retention_never_takes_what_waits_in_the_mailbox_of_an_agent_that_can_come_back() {
    units.required("a", 1, agent("@bob", "bob", true, T), agent("@cat", "cat", true, T));
    for (int i = 1; i <= 10; i++) {
      units.required("a", 1, message("@bob", i), message("@cat", i), message("@guest", i));
    }
    units.required("a", 1, new MailDelivered("@bob", 4), new MailOffered("@bob", 9));
    units.await();

    assertThat(store.prune(new Retention(2, Duration.ofMillis(1)), T + 1_000_000)).isEqualTo(14);
    assertThat(seqs(store.reads(EntryReads.class).after("@guest", 0, 100))).isEmpty();
    assertThat(seqs(store.reads(EntryReads.class).after("@bob", 0, 100))).isEqualTo(range(5, 10));
    assertThat(seqs(store.reads(EntryReads.class).after("@cat", 0, 100))).isEqualTo(range(1, 10));
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(Pruning.STREAMS, Pruning.OLDEST_MESSAGES, Pruning.DELIVERED);
    assertWalked(Pruning.OLDEST_EVENTS);
  }
}
