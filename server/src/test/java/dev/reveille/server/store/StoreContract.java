package dev.reveille.server.store;

import static dev.reveille.server.store.Rows.T;
import static dev.reveille.server.store.Rows.agent;
import static dev.reveille.server.store.Rows.event;
import static dev.reveille.server.store.Rows.keyed;
import static dev.reveille.server.store.Rows.message;
import static dev.reveille.server.store.Rows.skill;
import static dev.reveille.server.store.Rows.withId;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.Committer.Settled;
import dev.reveille.server.kernel.Committer.Submission;
import dev.reveille.server.kernel.Refusal;
import dev.reveille.server.store.Store.ClientKey;
import dev.reveille.server.store.StoreWrite.AddChannel;
import dev.reveille.server.store.StoreWrite.AddInvitation;
import dev.reveille.server.store.StoreWrite.AddMember;
import dev.reveille.server.store.StoreWrite.AppendEvent;
import dev.reveille.server.store.StoreWrite.AppendMessage;
import dev.reveille.server.store.StoreWrite.MailDelivered;
import dev.reveille.server.store.StoreWrite.MailOffered;
import dev.reveille.server.store.StoreWrite.MailRanges;
import dev.reveille.server.store.StoreWrite.RemoveChannel;
import dev.reveille.server.store.StoreWrite.RemoveMember;
import dev.reveille.server.store.StoreWrite.ReplaceSkills;
import dev.reveille.server.store.StoreWrite.SaveAgent;
import dev.reveille.server.store.StoreWrite.SaveApproval;
import dev.reveille.server.store.StoreWrite.SaveBan;
import dev.reveille.server.store.StoreWrite.SaveCallback;
import dev.reveille.server.store.StoreWrite.SaveKey;
import dev.reveille.server.store.StoreWrite.SetGag;
import dev.reveille.server.store.StoreWrite.SetMute;
import dev.reveille.server.store.StoreWrite.SetSlowMode;
import dev.reveille.server.store.StoreWrite.SetSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store promises. */
abstract class StoreContract {
  protected Store store;
  protected Settlements units;

  /** A store with nothing in it. */
  protected abstract Store open();

  /** Closes it and opens it again. */
  protected abstract Store reopen();

  /** Opens it a second time, as another process would. */
  protected abstract Store takeOver();

  /** From now on no write succeeds. */
  protected abstract void breakDisk();

  protected abstract void mendDisk();

  @BeforeEach
  void openStore() {
    store = open();
    units = new Settlements(store);
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  protected void reopenStore() {
    store = reopen();
    units = new Settlements(store);
  }

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
  void pages_have_no_gaps_and_no_repeats() {
    for (int i = 1; i <= 25; i++) {
      units.required("a", 1, message("#a", i));
      units.required("b", 1, message("#b", i));
    }
    units.await();

    assertThat(seqs(store.after("#a", 0, 10))).isEqualTo(range(1, 10));
    assertThat(seqs(store.after("#a", 10, 10))).isEqualTo(range(11, 20));
    assertThat(seqs(store.after("#a", 20, 10))).isEqualTo(range(21, 25));
    assertThat(store.after("#a", 25, 10)).isEmpty();
    assertThat(seqs(store.before("#a", Long.MAX_VALUE, 10))).isEqualTo(range(16, 25));
    assertThat(seqs(store.before("#a", 16, 10))).isEqualTo(range(6, 15));
    assertThat(seqs(store.before("#a", 6, 10))).isEqualTo(range(1, 5));
    assertThat(store.before("#a", 1, 10)).isEmpty();
    assertThat(store.head("#a")).isEqualTo(new StreamHead(1, 25, T + 25));
    assertThat(store.after("#none", 0, 10)).isEmpty();
    assertThat(store.before("#none", 5, 10)).isEmpty();
    assertThat(store.head("#none")).isEqualTo(StreamHead.EMPTY);
    assertThat(store.after("#a", 0, 0)).isEmpty();
    assertThat(store.before("#a", 9, 0)).isEmpty();
  }

  @Test
  void a_message_comes_back_as_it_was() {
    var full =
        new StoredMessage(
            "@bob", 1, T, "m1", "@ann", "Ann", true, "hello", "key-1", "\"tags\":[\"x\"]");
    var bare = new StoredMessage("@bob", 2, T, null, "@server", "Server", null, "", null, "");
    var fired =
        new StoredMessage(
            "@bob",
            3,
            T,
            "c1",
            "@server",
            "server",
            null,
            "x",
            null,
            "\"cb_id\":\"c1\"",
            StoredMessage.CALLBACK);
    units.required(
        "a", 1, new AppendMessage(full), new AppendMessage(bare), new AppendMessage(fired));
    units.await();

    assertThat(store.after("@bob", 0, 10)).containsExactly(full, bare, fired);
    var ids = store.events(0, 10).stream().map(StoredEvent::id).toList();
    assertThat(store.messages(ids).byId().values()).containsExactlyInAnyOrder(full, bare, fired);
  }

  @Test
  void any_text_comes_back_as_it_was() {
    var texts =
        List.of(
            "\u0000",
            "a\u0000b\u0000",
            "\ud83d\ude00 four bytes \ud83e\udd16",
            "\u00e9\u4e2d\u06de",
            "'; DROP TABLE messages; --",
            "x".repeat(2 << 20),
            "\ud83d\ude00".repeat(1 << 20));
    for (int i = 0; i < texts.size(); i++) {
      units.required("a", 1, message("#a", i + 1, texts.get(i)));
    }

    assertThat(units.refusals()).isEmpty();
    for (int i = 0; i < texts.size(); i++) {
      assertThat(store.after("#a", i, 1).getFirst().content().equals(texts.get(i)))
          .as("text %d", i)
          .isTrue();
    }
  }

  @Test
  void skills_are_found_latest_registration_first_and_each_in_its_agents_order() {
    units.required(
        "a",
        1,
        new ReplaceSkills("@ann", T, List.of(skill("a", 1.5, null), skill("b", null, "e"))));
    units.required("b", 1, new ReplaceSkills("@bob", T, List.of(skill("c", 0.0, null))));
    units.required("a", 1, new ReplaceSkills("@cat", T - 5, List.of(skill("d", null, null))));
    units.await();
    assertThat(found(store.skills(_ -> true, 10, 10)))
        .containsExactly("@cat d", "@bob c", "@ann a", "@ann b");

    units.required(
        "a",
        1,
        new ReplaceSkills("@ann", T, List.of(skill("e", 2.0, null), skill("a", 1.5, null))));
    units.required("b", 1, new ReplaceSkills("@bob", T, List.of()));
    units.await();
    reopenStore();
    assertThat(found(store.skills(_ -> true, 10, 10)))
        .containsExactly("@ann e", "@ann a", "@cat d");
    assertThat(store.sizes()).containsEntry("skills", 3L);
    assertThat(found(store.skillsOf("@ann", _ -> true, 10))).containsExactly("@ann e", "@ann a");
    assertThat(store.skillsOf("@ann", t -> t.rate() != null, 1).total()).isEqualTo(2);
    assertThat(store.skillsOf("@bob", _ -> true, 10)).isEqualTo(new SkillsFound(List.of(), 0));
  }

  @Test
  void a_search_looks_at_no_more_than_it_may_counts_all_that_fit_and_gives_the_first() {
    for (int i = 1; i <= 20; i++) {
      units.required(
          "a",
          1,
          new ReplaceSkills("@a" + i, T, List.of(skill("x", i % 2 == 0 ? 5.0 : null, "eur"))));
    }
    units.await();
    var even = store.skills(t -> t.rate() != null, 10, 3);
    assertThat(found(even)).containsExactly("@a20 x", "@a18 x", "@a16 x");
    assertThat(even.total()).isEqualTo(5);
    assertThat(store.skills(t -> "eur".equals(t.currency()), 100, 0))
        .isEqualTo(new SkillsFound(List.of(), 20));
    assertThat(store.skills(_ -> true, 0, 5)).isEqualTo(new SkillsFound(List.of(), 0));
  }

  private static List<String> found(SkillsFound found) {
    return found.first().stream()
        .map(s -> s.agent() + " " + s.fields().substring(14, s.fields().length() - 1))
        .toList();
  }

  @Test
  void what_was_settled_is_there_after_a_restart() {
    units.required("a", 1, message("#a", 1), agent("@ann", "ann", true, T));
    units.required("a", 1, new AddChannel(new StoredChannel("#a", true, false, "@ann", T)));
    units.required("a", 1, new MailOffered("@ann", 4), new MailDelivered("@ann", 3), event("x"));
    units.required("a", 1, new AddMember("#a", "@ann", T));
    units.required("a", 1, new AddInvitation("#a", "@bob", "@ann", T));
    units.await();
    var events = store.events(0, 10);
    reopenStore();

    assertThat(seqs(store.after("#a", 0, 10))).isEqualTo(range(1, 1));
    assertThat(store.agent("@ann")).contains(new StoredAgent("@ann", "ann", "pem of @ann", T, T));
    assertThat(store.channel("#a")).contains(new StoredChannel("#a", true, false, "@ann", T));
    assertThat(store.mailbox("@ann")).isEqualTo(new MailboxState(4, 3));
    assertThat(store.memberships("@ann")).containsExactly("#a");
    assertThat(store.invited("#a")).containsExactly("@bob");
    assertThat(store.events(0, 10)).isEqualTo(events).hasSize(2);
    units.required("a", 1, message("#a", 2));
    assertThat(units.outcome()).isEqualTo("s");
    assertThat(store.events(0, 10)).hasSize(3);
    assertThat(store.events(0, 10).getLast().id()).isGreaterThan(events.getLast().id());
  }

  @Test
  void a_unit_that_contradicts_the_store_is_refused_alone() {
    units.required("a", 1, message("#a", 1));
    units.required("b", 1, message("#b", 1), message("#a", 1));
    units.required("c", 1, message("#b", 1));

    assertThat(units.outcome()).isEqualTo("srs");
    assertThat(seqs(store.after("#b", 0, 10))).isEqualTo(range(1, 1));
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
    assertThat(seqs(store.after("#a", 0, 10))).isEqualTo(range(1, 1));
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
    assertThat(store.events(0, 10)).extracting(StoredEvent::kind).hasSize(1);
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
  void a_message_id_is_stored_once() {
    units.required("a", 1, withId("#a", 1, "same"));
    units.required("b", 1, withId("#b", 1, "same"));
    units.required("c", 1, withId("#c", 1, "other"));
    units.await();
    units.required("d", 1, withId("#d", 1, "same"));

    assertThat(units.outcome()).isEqualTo("srsr");
    assertThat(store.head("#b")).isEqualTo(StreamHead.EMPTY);
    assertThat(store.head("#d")).isEqualTo(StreamHead.EMPTY);
  }

  @Test
  void a_gap_never_becomes_durable() {
    units.required("a", 1, message("#a", 2));
    units.required("b", 1, message("#a", 1));
    units.required("c", 1, message("#a", 3));
    units.required("d", 1, message("#a", 2), message("#a", 3));

    assertThat(units.outcome()).isEqualTo("rsrs");
    assertThat(seqs(store.after("#a", 0, 10))).isEqualTo(range(1, 3));
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
      assertThat(seqs(other.after("#a", 0, 10))).isEqualTo(range(1, 2));
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
    assertThat(seqs(store.after("#a", 0, 10))).isEqualTo(range(1, 1));
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
      if (store.trouble().isEmpty()) {
        return true;
      }
      units.barrier("z", 1);
      units.await();
    }
    return false;
  }

  @Test
  void the_ranges_of_a_mailbox_replace_those_before_and_leave_its_marks() {
    units.required("a", 1, new MailRanges("@ann", "7-9", "2,4"), new MailOffered("@ann", 9));
    units.required("a", 1, new MailDelivered("@ann", 1));
    units.await();
    assertThat(store.mailbox("@ann")).isEqualTo(new MailboxState(9, 1, "7-9", "2,4"));
    units.required("a", 1, new MailRanges("@ann", "", "2"));
    units.await();
    assertThat(store.mailbox("@ann")).isEqualTo(new MailboxState(9, 1, "", "2"));
  }

  @Test
  void mailbox_cursors_never_go_back() {
    assertThat(store.mailbox("@ann")).isEqualTo(MailboxState.NEW);
    units.required("a", 1, new MailOffered("@ann", 5));
    units.required("a", 1, new MailOffered("@ann", 3), new MailDelivered("@ann", 2));
    units.required("a", 1, new MailDelivered("@ann", 1));
    units.await();

    assertThat(store.mailbox("@ann")).isEqualTo(new MailboxState(5, 2));
  }

  @Test
  void agents_keep_their_key_and_first_time() {
    units.required("a", 1, agent("@ann", "ann", true, T));
    units.required("a", 1, agent("@eve", "eve", false, T));
    units.required("a", 1, new SaveAgent(new StoredAgent("@ann", "Anna", "other", T + 9, T + 9)));
    units.await();

    assertThat(store.agent("@ann"))
        .contains(new StoredAgent("@ann", "Anna", "pem of @ann", T, T + 9));
    assertThat(store.agent("@nobody")).isEmpty();
    assertThat(store.agentsWithKey()).isEqualTo(1);
  }

  @Test
  void who_was_seen_last_comes_first() {
    units.required("a", 1, agent("@ann", "ann", true, T));
    units.required("a", 1, agent("@bob", "bob", true, T + 2));
    units.required("a", 1, agent("@cid", "cid", true, T + 1));
    units.await();

    assertThat(store.lastSeen(10)).map(StoredAgent::id).containsExactly("@bob", "@cid", "@ann");
    units.required("a", 1, new SaveAgent(new StoredAgent("@ann", "ann", "pem of @ann", T, T + 9)));
    units.await();
    assertThat(store.lastSeen(2)).map(StoredAgent::id).containsExactly("@ann", "@bob");
    assertThat(store.lastSeen(0)).isEmpty();
    assertThat(store.lastSeen(-1)).isEmpty();
  }

  @Test
  void agents_with_a_key_are_found_by_the_name_that_they_had_last() {
    units.required("a", 1, agent("@ann", "ann", true, T));
    units.required("a", 1, agent("@bob", "ann", true, T));
    units.required("a", 1, agent("@cid", "ann", false, T));
    units.await();
    assertThat(store.lastSeenAs("ann", 9)).map(StoredAgent::id).containsExactly("@ann", "@bob");
    assertThat(store.lastSeenAs("ann", 1)).hasSize(1);
    assertThat(store.lastSeenAs("Ann", 9)).isEmpty();
    units.required("a", 1, agent("@ann", "anna", true, T));
    units.await();
    assertThat(store.lastSeenAs("ann", 9)).map(StoredAgent::id).containsExactly("@bob");
  }

  @Test
  void a_channel_that_nobody_keeps_is_removed_with_all_of_it_and_begins_anew() {
    var channel = new AddChannel(new StoredChannel("#c", true, false, "@ann", T));
    units.required("a", 1, channel);
    units.required("a", 1, new AddInvitation("#c", "@bob", "@ann", T));
    units.required("a", 1, new AppendMessage(notice("#c", 1)));
    units.await();
    assertThat(store.abandoned()).containsExactly(new Store.Abandoned("#c", 1));
    units.required("a", 1, new AppendMessage(notice("#c", 2)));
    units.required("a", 1, new RemoveChannel("#c"));
    units.await();
    assertThat(store.channel("#c")).isEmpty();
    assertThat(store.invited("#c")).isEmpty();
    assertThat(store.after("#c", 0, 10)).isEmpty();
    assertThat(store.head("#c")).isEqualTo(StreamHead.EMPTY);
    units.required("a", 1, channel);
    units.required("a", 1, new AppendMessage(notice("#c", 1)));
    units.await();
    assertThat(store.after("#c", 0, 10)).hasSize(1);
  }

  @Test
  void what_the_server_says_for_an_agent_keeps_its_channel_and_notices_do_not() {
    units.required("a", 1, new AddChannel(new StoredChannel("#c", false, false, "@ann", T)));
    units.required("a", 1, new AppendMessage(notice("#c", 1)));
    var origin = "\"cb_id\":\"cb_1_a\",\"cb_origin\":\"@ann\"";
    units.required(
        "a",
        1,
        new AppendMessage(
            new StoredMessage(
                "#c", 2, T, "m", "@server", "server", null, "@@cb-fire@@x", null, origin)));
    units.await();
    assertThat(store.abandoned()).isEmpty();
    units.required("a", 1, new RemoveChannel("#c"));
    units.await();
    assertThat(store.channel("#c")).isPresent();
  }

  private static StoredMessage notice(String channel, long seq) {
    return new StoredMessage(
        channel, seq, T, null, "@server", "Server", null, "a notice", null, "");
  }

  @Test
  void channels_are_listed_in_order_of_creation_and_made_once() {
    var z = new StoredChannel("#z", false, true, null, T + 5);
    var a = new StoredChannel("#a", true, false, "@ann", T);
    units.required("a", 1, new AddChannel(z));
    units.required("a", 1, new AddChannel(a));
    units.required("b", 1, new AddChannel(z));

    assertThat(units.outcome()).isEqualTo("ssr");
    assertThat(store.channels()).containsExactly(z, a);
    assertThat(store.channel("#none")).isEmpty();
  }

  @Test
  void memberships_are_in_order_of_joining_whatever_the_clock_says() {
    units.required("a", 1, new AddMember("#z", "@ann", T + 9));
    units.required("a", 1, new AddMember("#a", "@ann", T));
    units.required("a", 1, new AddMember("#m", "@ann", T + 5));
    units.required("a", 1, new AddMember("#z", "@ann", T + 20));
    units.required("a", 1, new RemoveMember("#a", "@ann"), new RemoveMember("#none", "@ann"));
    units.required("a", 1, new AddMember("#a", "@ann", T + 1), new AddMember("#b", "@bob", T));
    units.await();

    assertThat(store.memberships("@ann")).containsExactly("#z", "#m", "#a");
    assertThat(store.memberships("@bob")).containsExactly("#b");
    assertThat(store.memberships("@eve")).isEmpty();
  }

  @Test
  void invitations_are_remembered_once() {
    units.required("a", 1, new AddInvitation("#a", "@bob", "@ann", T));
    units.required("a", 1, new AddInvitation("#a", "@bob", "@eve", T));
    units.required("a", 1, new AddInvitation("#a", "@cat", "@ann", T));

    assertThat(units.outcome()).isEqualTo("sss");
    assertThat(store.invited("#a")).containsExactlyInAnyOrder("@bob", "@cat");
    assertThat(store.invited("#b")).isEmpty();
  }

  @Test
  void what_an_agent_hears_and_whether_it_may_speak_survives_a_restart() {
    units.required(
        "a",
        1,
        new SetSubscription("@ann", "#b", "{old}"),
        new SetSubscription("@ann", "#b", "{new}"),
        new SetSubscription("@ann", "#a", "{a}"),
        new SetSubscription("@ann", "#gone", "{x}"),
        new SetSubscription("@ann", "#gone", null),
        new SetMute("@ann", "@zoe", true, T),
        new SetMute("@ann", "@bob", true, T),
        new SetMute("@ann", "@bob", true, T + 1),
        new SetMute("@ann", "@cat", true, T),
        new SetMute("@ann", "@cat", false, T),
        new SetGag("@ann", T + 5, "too loud"),
        new SetGag("@bob", T + 5, "x"),
        new SetGag("@bob", 0, ""),
        new SetSlowMode("#a", 30),
        new SetSlowMode("#b", 9),
        new SetSlowMode("#b", 0));
    units.await();
    reopenStore();

    assertThat(store.attention("@ann"))
        .isEqualTo(
            new StoredAttention(
                List.of(
                    new StoredAttention.Subscription("#a", "{a}"),
                    new StoredAttention.Subscription("#b", "{new}")),
                List.of("@bob", "@zoe"),
                new StoredGag(T + 5, "too loud")));
    assertThat(store.muted("@ann")).containsExactly("@bob", "@zoe");
    assertThat(store.attention("@bob")).isEqualTo(StoredAttention.NONE);
    assertThat(store.slowMode("#a")).contains(30L);
    assertThat(store.slowMode("#b")).as("off is set, too").contains(0L);
    assertThat(store.slowMode("#c")).isEmpty();
  }

  @Test
  void client_keys_of_a_sender_come_newest_first() {
    units.required("a", 1, keyed("#a", 1, "@ann", "k1"), message("#a", 2));
    units.required("a", 1, keyed("#b", 1, "@bob", "k1"), keyed("#b", 2, "@ann", "k2"));
    units.required("a", 1, keyed("#a", 3, "@ann", "k3"));
    units.await();

    assertThat(store.clientKeys("@ann", 2))
        .containsExactly(new ClientKey("k3", "#a", 3), new ClientKey("k2", "#b", 2));
    assertThat(store.clientKeys("@ann", 9)).hasSize(3);
    assertThat(store.clientKeys("@eve", 9)).isEmpty();
  }

  @Test
  void messages_are_found_by_their_places_in_the_feed() {
    for (int i = 1; i <= 120; i++) {
      units.required("a", 1, message(i % 2 == 0 ? "#a" : "@bob", (i + 1) / 2));
      units.bestEffort("c", 1, event("e" + i));
    }
    units.await();

    var expected = new HashMap<Long, StoredMessage>();
    for (var entry : store.events(0, 1000)) {
      if (!entry.kind().equals("message")) continue;
      long seq = Long.parseLong(String.valueOf(entry.detail()));
      var stream = String.valueOf(entry.channel());
      expected.put(entry.id(), store.after(stream, seq - 1, 1).getFirst());
    }
    assertThat(expected).hasSize(120);
    var ids = expected.keySet().stream().sorted().toList();
    assertThat(store.messages(ids)).isEqualTo(new FoundMessages(expected, 120));
    assertThat(store.messages(ids.reversed())).isEqualTo(new FoundMessages(expected, 120));
    assertThat(store.messages(ids.subList(3, 4)).byId())
        .isEqualTo(Map.of(ids.get(3), expected.get(ids.get(3))));
    assertThat(store.messages(List.of()).byId()).isEmpty();
    var all = store.events(0, 1000).stream().map(StoredEvent::id).toList();
    assertThat(store.messages(all).byId()).as("what is no message is left out").isEqualTo(expected);
    assertThat(store.messages(List.of(-1L, 0L, Long.MAX_VALUE)).byId()).isEmpty();
  }

  @Test
  void every_page_of_long_texts_ends_where_it_is_full_and_goes_on_there() {
    int size = (int) (Store.PAGE_CHARS / 3);
    for (int i = 1; i <= 70; i++) {
      units.required("a", 1, message("#a", i, "x".repeat(size)));
      units.bestEffort("c", 1, event("e" + i));
    }
    units.required("a", 1, message("#a", 71, "x".repeat(2 << 20)));
    units.bestEffort("c", 1, detailed("y".repeat(size)));
    units.bestEffort("c", 1, detailed("y".repeat(size)));
    units.bestEffort("c", 1, detailed("y".repeat(size * 2)));
    units.await();

    assertThat(store.after("#a", 0, 100)).hasSize(3);
    assertThat(store.after("#a", 69, 100)).as("before the longest").hasSize(1);
    assertThat(store.after("#a", 70, 100)).as("one of any length").hasSize(1);
    assertThat(store.before("#a", 72, 100)).extracting(StoredMessage::seq).containsExactly(71L);
    assertThat(store.before("#a", 71, 100))
        .extracting(StoredMessage::seq)
        .containsExactly(68L, 69L, 70L);
    var feed = new ArrayList<StoredEvent>();
    for (var page = store.events(0, 1000);
        !page.isEmpty();
        page = store.events(feed.getLast().id(), 1000)) {
      assertThat(chars(page)).isLessThanOrEqualTo(Store.PAGE_CHARS);
      feed.addAll(page);
    }
    assertThat(feed).hasSize(144);
    assertThat(store.eventsBefore(Long.MAX_VALUE, 1000)).hasSize(2);
    var ids = feed.stream().filter(e -> e.kind().equals("message")).map(StoredEvent::id).toList();
    assertThat(store.messages(ids).byId().keySet()).isEqualTo(Set.copyOf(ids.subList(0, 3)));
    assertThat(store.messages(ids).looked()).isEqualTo(3);
    assertThat(store.messages(ids.reversed()).byId().keySet()).containsExactly(ids.getLast());
    assertThat(store.messages(ids.reversed()).looked()).isEqualTo(1);
    assertThat(store.messages(ids.subList(60, 71)).byId()).hasSize(3);
  }

  private static AppendEvent detailed(String detail) {
    return new AppendEvent(T, "e", "@ann", "#a", detail);
  }

  private static long chars(List<StoredEvent> page) {
    return page.stream().mapToLong(e -> e.detail() == null ? 0 : e.detail().length()).sum();
  }

  @Test
  void moments_are_found_in_the_feed_as_if_each_entry_was_looked_at() {
    assertThat(store.eventsAt(List.of(0L, T))).containsExactly(0L, 0L);
    var random = new Random(20);
    long at = T;
    for (int i = 1; i <= 400; i++) {
      at += random.nextInt(4) == 0 ? random.nextInt(5_000) : 0;
      // Some ids are given to rows that are no entries.
      if (random.nextInt(3) == 0) units.required("m", 1, new AddMember("#a", "@m" + i, at));
      if (random.nextBoolean())
        units.bestEffort("c", 1, new AppendEvent(at, "e", null, null, null));
      else units.required("a", 1, messageAt(at));
    }
    units.await();

    var all = store.events(0, 1000);
    for (int round = 0; round < 50; round++) {
      int count = random.nextInt(1, 60);
      long end = at;
      var moments =
          Stream.generate(() -> T - 100 + random.nextLong(end - T + 200))
              .limit(count)
              .sorted()
              .toList();
      var plain =
          moments.stream()
              .map(
                  moment ->
                      all.stream()
                          .filter(e -> e.at() <= moment)
                          .mapToLong(StoredEvent::id)
                          .max()
                          .orElse(0))
              .toList();
      assertThat(store.eventsAt(moments)).isEqualTo(plain);
    }
    assertThat(store.eventsAt(List.of())).isEmpty();
  }

  private long said;

  private AppendMessage messageAt(long ts) {
    said++;
    return new AppendMessage(
        new StoredMessage("#a", said, ts, "m" + said, "@ann", "ann", false, "x", null, ""));
  }

  @Test
  void messages_and_events_are_one_order() {
    units.required("a", 1, message("#a", 1), event("joined"));
    units.required("b", 1, message("@bob", 1));
    units.required("a", 1, event("left"), message("#a", 2));
    units.await();

    var all = store.events(0, 10);
    assertThat(all)
        .extracting(StoredEvent::kind)
        .containsExactly("message", "joined", "message", "left", "message");
    assertThat(all).extracting(StoredEvent::id).isSorted().doesNotHaveDuplicates();
    assertThat(all.get(2))
        .isEqualTo(new StoredEvent(all.get(2).id(), T + 1, "message", "@ann", "@bob", "1"));
    assertThat(store.events(all.get(1).id(), 2)).isEqualTo(all.subList(2, 4));
    assertThat(store.eventsBefore(all.get(3).id(), 2)).isEqualTo(all.subList(1, 3));
    assertThat(store.eventsBefore(Long.MAX_VALUE, 100)).isEqualTo(all);
  }

  @Test
  void the_feed_is_read_backwards_without_gaps_and_repeats() {
    for (int i = 1; i <= 25; i++) units.required("a", 1, message("#a", i), event("e" + i));
    units.await();

    var all = store.events(0, 100);
    var read = new ArrayList<StoredEvent>();
    long before = Long.MAX_VALUE;
    while (true) {
      var page = store.eventsBefore(before, 7);
      if (page.isEmpty()) break;
      read.addAll(0, page);
      before = page.getFirst().id();
    }
    assertThat(read).isEqualTo(all).hasSize(50);
    assertThat(store.eventsBefore(all.getFirst().id(), 7)).isEmpty();
    assertThat(store.eventsBefore(Long.MAX_VALUE, 0)).isEmpty();
    assertThat(store.eventsBefore(Long.MAX_VALUE, -1)).isEmpty();
  }

  @Test
  void who_is_told_of_a_commit_can_read_it() {
    var seen = new java.util.concurrent.atomic.AtomicInteger();
    store.onCommit(() -> seen.set(store.events(0, 100).size()));
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
  void retention_by_count_keeps_the_newest_of_each_stream() {
    for (int i = 1; i <= 20; i++) {
      units.required("a", 1, message("#a", i));
    }
    units.required("a", 1, message("#b", 1), event("old"));
    units.await();

    assertThat(store.prune(new Retention(5, Duration.ZERO), T)).isEqualTo(15);
    assertThat(seqs(store.after("#a", 0, 100))).isEqualTo(range(16, 20));
    assertThat(seqs(store.before("#a", 18, 100))).isEqualTo(range(16, 17));
    assertThat(store.head("#a")).isEqualTo(new StreamHead(16, 20, T + 20));
    assertThat(store.sizes()).containsEntry("messages", 6L).containsEntry("events", 1L);
    assertThat(store.prune(new Retention(5, Duration.ZERO), T)).isZero();
    assertThat(store.prune(Retention.FOREVER, T + 1_000_000)).isZero();
  }

  @Test
  void retention_by_count_keeps_the_newest_events_too() {
    for (int i = 1; i <= 9; i++) units.required("a", 1, event("e" + i));
    units.await();

    assertThat(store.prune(new Retention(4, Duration.ZERO), T)).isEqualTo(5);
    assertThat(store.events(0, 100))
        .extracting(StoredEvent::kind)
        .containsExactly("e6", "e7", "e8", "e9");
  }

  @Test
  void retention_by_age_takes_messages_and_events_and_seq_and_ids_go_on() {
    units.required("a", 1, message("#a", 1), message("#a", 2), event("old"), event("new", T + 100));
    units.await();
    long lastId = store.events(0, 10).getLast().id();

    assertThat(store.prune(new Retention(0, Duration.ofMillis(50)), T + 100)).isEqualTo(3);
    assertThat(store.head("#a")).isEqualTo(new StreamHead(3, 2, T + 2));
    assertThat(store.prune(new Retention(0, Duration.ofMillis(50)), T + 1000)).isEqualTo(1);
    assertThat(store.events(0, 10)).isEmpty();
    reopenStore();
    assertThat(store.head("#a")).isEqualTo(new StreamHead(3, 2, T + 2));
    units.required("a", 1, message("#a", 1));
    units.required("b", 1, message("#a", 3));
    assertThat(units.outcome()).isEqualTo("rs");
    assertThat(store.head("#a")).isEqualTo(new StreamHead(3, 3, T + 3));
    assertThat(store.events(0, 10).getFirst().id()).isGreaterThan(lastId);
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
    assertThat(store.events(0, 10))
        .extracting(StoredEvent::kind)
        .containsExactly("message", "after");
    assertThat(store.prune(month, T + 33 * day)).isEqualTo(2);
    assertThat(store.head("#a").lastSeq()).isEqualTo(3);
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
    assertThat(store.agent("@bob")).isEmpty();
    assertThat(store.agent("@ann")).map(StoredAgent::lastSeen).contains(T + 80 * day);
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
    assertThat(store.agent("@ann")).isEmpty();
    assertThat(store.head("@ann").lastSeq()).isEqualTo(1);
    assertThat(store.mailbox("@ann").delivered()).isEqualTo(1);
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
    for (var id : stay)
      units.required("a", 1, agent(id, id, true, id.equals("@young") ? T + 60 * day : T));
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
    units.required("a", 1, new SetGag("@gagged", T + 100 * day, "x"));
    assertThat(units.refusals()).isEmpty();
    var quarter = new Retention(0, Duration.ZERO, Duration.ofDays(90));

    assertThat(store.prune(quarter, T + 89 * day)).isZero();
    assertThat(store.prune(quarter, T + 91 * day, "@here"::equals)).isEqualTo(5);
    assertThat(stay).allMatch(id -> store.agent(id).isPresent());
    assertThat(store.agent("@gone")).isEmpty();
    assertThat(store.memberships("@gone")).isEmpty();
    assertThat(store.attention("@gone")).isEqualTo(new StoredAttention(List.of(), List.of(), null));
    assertThat(store.mailbox("@gone")).isEqualTo(MailboxState.NEW);
    assertThat(store.head("@gone")).isEqualTo(StreamHead.EMPTY);
    assertThat(store.head("@keyless")).isEqualTo(StreamHead.EMPTY);
    assertThat(store.head("@mail").lastSeq()).isEqualTo(1);
    assertThat(store.sizes()).containsEntry("skills", 0L).containsEntry("members", 0L);
    // It comes back as a new one.
    units.required("b", 1, agent("@gone", "gone", true, T + 92 * day), message("@gone", 2));
    units.required("c", 1, agent("@gone", "gone", true, T + 92 * day), withId("@gone", 1, "new"));
    assertThat(units.outcome()).endsWith("rs");
    reopenStore();
    assertThat(store.head("@gone").lastSeq()).isEqualTo(1);
  }

  private static AppendMessage at(String stream, long seq, long ts) {
    return new AppendMessage(
        new StoredMessage(stream, seq, ts, stream + seq, "@ann", "ann", false, "x", null, ""));
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
    assertThat(seqs(store.after("@guest", 0, 100))).isEmpty();
    assertThat(seqs(store.after("@bob", 0, 100))).isEqualTo(range(5, 10));
    assertThat(seqs(store.after("@cat", 0, 100))).isEqualTo(range(1, 10));
  }

  @Test
  void an_agent_that_never_changed_its_key_has_one_and_later_ones_follow_in_order() {
    units.required("a", 1, agent("@ann", "ann", true, T), agent("@guest", "guest", false, T));
    units.await();
    var first = StoredKey.fresh("@ann", "@ann", "pem of @ann", T);
    assertThat(store.keys("@ann")).containsExactly(first);
    assertThat(store.key("@ann")).contains(first);
    assertThat(store.keys("@guest")).isEmpty();
    assertThat(store.key("@k1")).isEmpty();

    var second = StoredKey.fresh("@k1", "@ann", "pem 1", T + 1);
    units.required("a", 1, new SaveKey(first.replaced(T + 1)), new SaveKey(second));
    var third = StoredKey.fresh("@k0", "@ann", "pem 0", T + 2);
    units.required("a", 1, new SaveKey(second.replaced(T + 2)), new SaveKey(third));
    units.required("a", 1, new SaveKey(third.revoked(T + 3, "lost")));
    assertThat(units.refusals()).isEmpty();
    reopenStore();

    assertThat(store.keys("@ann"))
        .containsExactly(
            first.replaced(T + 1), second.replaced(T + 2), third.revoked(T + 3, "lost"));
    assertThat(store.key("@k1")).contains(second.replaced(T + 2));
    assertThat(store.keys("@k1")).containsExactly(second.replaced(T + 2));
  }

  @Test
  void a_key_that_was_replaced_or_revoked_stays_so() {
    var key = StoredKey.fresh("@k1", "@ann", "pem", T);
    units.required("a", 1, new SaveKey(key.replaced(T + 1)));
    units.required("a", 1, new SaveKey(key.revoked(T + 2, "lost")));
    units.required("a", 1, new SaveKey(key));
    units.required("a", 1, new SaveKey(key.replaced(T + 9).revoked(T + 9, "again")));
    assertThat(units.refusals()).isEmpty();

    assertThat(store.key("@k1")).contains(key.replaced(T + 1).revoked(T + 2, "lost"));
  }

  @Test
  void a_key_belongs_to_one_agent_whoever_comes_first() {
    units.required("a", 1, agent("@bob", "bob", true, T));
    units.required("a", 1, new SaveKey(StoredKey.fresh("@k1", "@ann", "pem", T)));
    units.required("b", 1, new SaveKey(StoredKey.fresh("@k1", "@bob", "pem", T)));
    units.required("c", 1, new SaveKey(StoredKey.fresh("@bob", "@ann", "pem", T)));
    units.required("d", 1, new SaveKey(StoredKey.fresh("@k1", "@k1", "pem", T)));
    units.bestEffort("e", 1, agent("@k1", "latecomer", true, T));

    assertThat(units.outcome()).isEqualTo("ssrrrs");
    assertThat(store.key("@k1")).map(StoredKey::agent).contains("@ann");
    assertThat(store.key("@bob")).map(StoredKey::agent).contains("@bob");
    assertThat(store.agent("@k1")).isEmpty();
  }

  @Test
  void bans_and_approvals_survive_in_the_order_of_their_entry_and_can_be_taken_back() {
    var first = new StoredBan("@bob", "", T, "admin");
    var second = new StoredBan("@ann", "spam", T + 1, "@cat");
    var approval = new StoredApproval("pem", "@ann", T, "admin", "of ann");
    units.required("a", 1, new StoreWrite.SaveBan(first), new StoreWrite.SaveBan(second));
    units.required("a", 1, new StoreWrite.SaveApproval(approval));
    units.required(
        "a", 1, new StoreWrite.SaveApproval(new StoredApproval("q", "@bob", T, "x", "")));
    units.await();
    reopenStore();
    assertThat(store.bans()).containsExactly(first, second);
    assertThat(store.approvals()).hasSize(2).startsWith(approval);

    var changed = new StoredBan("@bob", "again", T + 2, "admin");
    units.required("b", 1, new StoreWrite.SaveBan(changed), new StoreWrite.RemoveApproval("q"));
    units.required("b", 1, new StoreWrite.RemoveBan("@ann"), new StoreWrite.RemoveBan("@nobody"));
    units.await();
    assertThat(store.bans()).containsExactly(changed);
    assertThat(store.approvals()).containsExactly(approval);
  }

  @Test
  void durable_callbacks_survive_until_they_are_removed_and_have_ids_of_their_own() {
    var first = new StoredCallback("cb_2", "@ann", null, "check", T + 5, T, "key");
    var second = new StoredCallback("cb_1", "@ann", "#a", "tell all", T + 1, T, null);
    var other = new StoredCallback("cb_3", "@bob", null, "", T, T, null);
    units.required("a", 1, new StoreWrite.SaveCallback(first), new StoreWrite.SaveCallback(second));
    units.required("b", 1, new StoreWrite.SaveCallback(other));
    units.required("c", 1, new StoreWrite.SaveCallback(first));
    assertThat(units.outcome()).isEqualTo("ssr");
    reopenStore();
    assertThat(store.callbacks("@ann")).containsExactly(first, second);
    assertThat(store.callbacksAfter("", 2)).containsExactly(second, first);
    assertThat(store.callbacksAfter("cb_2", 2)).containsExactly(other);

    units.required("a", 1, new StoreWrite.RemoveCallback("cb_2"));
    units.required("a", 1, new StoreWrite.RemoveCallback("cb_9"));
    units.await();
    assertThat(store.callbacks("@ann")).containsExactly(second);
  }

  @Test
  void what_a_lists_file_holds_is_known_after_a_restart() {
    assertThat(store.listFile("bans")).isEmpty();
    units.required("a", 1, new StoreWrite.SaveListFile(new ListFile("bans", "1", "2")));
    units.required("a", 1, new StoreWrite.SaveListFile(new ListFile("bans", "2", "2")));
    units.await();
    reopenStore();
    assertThat(store.listFile("bans")).hasValue(new ListFile("bans", "2", "2"));
  }

  @Test
  void closing_settles_what_was_submitted_and_refuses_what_comes_later() {
    for (int i = 1; i <= 3000; i++) {
      units.required("a", 1, message("#a", i));
    }
    store.close();
    units.required("a", 1, message("#a", 3001));

    assertThat(units.outcome()).isEqualTo("s".repeat(3000) + "r");
    reopenStore();
    assertThat(store.head("#a").lastSeq()).isEqualTo(3000);
  }

  protected static List<Long> seqs(List<StoredMessage> messages) {
    return messages.stream().map(StoredMessage::seq).toList();
  }

  protected static List<Long> range(long from, long to) {
    var range = new ArrayList<Long>();
    for (long i = from; i <= to; i++) {
      range.add(i);
    }
    return range;
  }
}
