package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import org.junit.jupiter.api.Test;

/** RESPONDING_TO, FLOOR_CLAIMED and YIELD. */
class FloorControlTest extends OneServerFixture {
  private static TestAgent claim(TestAgent agent, String channel, String msgId, Object startedAt) {
    return agent.ask("RESPONDING_TO", "msg_id", msgId, "channel", channel, "started_at", startedAt);
  }

  @Test
  void a_granted_claim_is_told_to_all_members_but_the_claimant() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.soFar();
      assertThat(claim(ann, "#general", "m1", 1700000000000.5).soFar()).isEmpty();
      var claimed = bob.next("FLOOR_CLAIMED");
      assertThat(TestAgent.fields(claimed))
          .containsExactly(
              "type", "ts", "msg_id", "channel", "holder", "holder_name", "started_at");
      assertThat(claimed.path("msg_id").asString()).isEqualTo("m1");
      assertThat(claimed.path("channel").asString()).isEqualTo("#general");
      assertThat(claimed.path("holder").asString()).isEqualTo(ann.id());
      assertThat(claimed.path("holder_name").asString()).isEqualTo("ann");
      assertThat(claimed.path("started_at").doubleValue()).isEqualTo(1700000000000.5);
    }
  }

  @Test
  void a_granted_claim_is_an_entry_of_the_feed_for_all_who_look() throws Exception {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      claim(ann, "#general", "m1", 1).soFar();
      bob.await("FLOOR_CLAIMED");
      claim(bob, "#general", "m1", 2).await("YIELD");
      var events = Web.of(server).get("/api/events?kind=floor").json().path("events");
      assertThat(events.size()).as("a denied claim is none").isEqualTo(1);
      var claimed = events.get(0);
      assertThat(claimed.path("kind").asString("")).isEqualTo("floor.claimed");
      assertThat(claimed.path("agent").asString("")).isEqualTo(ann.id());
      assertThat(claimed.path("channel").asString("")).isEqualTo("#general");
      assertThat(claimed.path("detail").path("msg_id").asString("")).isEqualTo("m1");
      assertThat(claimed.path("detail").path("until").asLong(0))
          .isGreaterThan(claimed.path("at").asLong(Long.MAX_VALUE));
    }
  }

  @Test
  void a_later_claim_yields_and_an_earlier_one_displaces() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.soFar();
      claim(ann, "#general", "m1", 100).soFar();
      bob.await("FLOOR_CLAIMED");
      claim(bob, "#general", "m1", 101);
      var denied = bob.next("YIELD");
      assertThat(TestAgent.fields(denied))
          .containsExactly(
              "type", "ts", "msg_id", "channel", "holder", "holder_started_at", "reason");
      assertThat(denied.path("holder").asString()).isEqualTo(ann.id());
      assertThat(denied.path("holder_started_at").asInt()).isEqualTo(100);
      assertThat(denied.path("reason").asString()).isNotEmpty();
      assertThat(ann.soFar()).as("a denied claim is nobody else's business").isEmpty();

      claim(bob, "#general", "m1", 99);
      assertThat(bob.soFar()).isEmpty();
      assertThat(ann.next("FLOOR_CLAIMED").path("holder").asString()).isEqualTo(bob.id());
      var displaced = ann.next("YIELD");
      assertThat(displaced.path("holder").asString()).isEqualTo(bob.id());
      assertThat(displaced.path("holder_started_at").asInt()).isEqualTo(99);
    }
  }

  @Test
  void of_equal_claims_the_smaller_id_wins_and_a_repeat_loses_to_itself() {
    try (var one = TestAgent.join(server, "one");
        var two = TestAgent.join(server, "two")) {
      var small = one.id().compareTo(two.id()) < 0 ? one : two;
      var great = small == one ? two : one;
      claim(great, "#agents", "m", 7).soFar();
      claim(small, "#agents", "m", 7).soFar();
      assertThat(great.await("YIELD").path("holder").asString()).isEqualTo(small.id());
      claim(great, "#agents", "m", 7);
      assertThat(great.next("YIELD").path("holder").asString()).isEqualTo(small.id());
      claim(small, "#agents", "m", 7);
      assertThat(small.next("YIELD").path("holder").asString()).isEqualTo(small.id());
      assertThat(great.soFar()).isEmpty();
    }
  }

  @Test
  void the_holders_message_to_that_channel_ends_its_claims_there_and_only_there() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      claim(ann, "#general", "m1", 1);
      claim(ann, "#agents", "m2", 1);
      ann.say("#general", "done").awaitContent("done");
      bob.soFar();
      assertThat(claim(bob, "#general", "m1", 5).soFar()).isEmpty();
      assertThat(claim(bob, "#agents", "m2", 5).soFar("YIELD")).hasSize(1);
    }
  }

  @Test
  void a_refused_message_does_not_end_a_claim() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      bob.ask("CREATE_CHANNEL", "channel", "#desk").await("JOINED");
      claim(ann, "#desk", "m1", 1);
      ann.say("#desk", "from outside");
      assertThat(ann.error()).isEqualTo("NOT_INVITED");
      assertThat(claim(bob, "#desk", "m1", 5).soFar("YIELD")).hasSize(1);
    }
  }

  @Test
  void leaving_or_disconnecting_ends_claims_also_those_made_from_outside() {
    try (var cat = TestAgent.join(server, "cat")) {
      var bob = TestAgent.join(server, "bob");
      cat.ask("CREATE_CHANNEL", "channel", "#desk").await("JOINED");
      claim(bob, "#general", "m1", 1);
      claim(bob, "#agents", "m2", 1);
      claim(bob, "#desk", "m3", 1);
      bob.ask("LEAVE", "channel", "#agents").await("LEFT");
      cat.soFar();
      assertThat(claim(cat, "#general", "m1", 5).soFar("YIELD")).hasSize(1);
      assertThat(claim(cat, "#desk", "m3", 5).soFar("YIELD")).hasSize(1);
      assertThat(claim(cat, "#agents", "m2", 5).soFar("YIELD")).as("left").isEmpty();
      bob.close();
      cat.awaitContent("bob went offline");
      assertThat(claim(cat, "#general", "m1", 5).soFar("YIELD")).isEmpty();
      assertThat(claim(cat, "#desk", "m3", 5).soFar("YIELD")).isEmpty();
    }
  }

  @Test
  void a_channel_that_is_unknown_or_private_answers_an_outsider_with_silence() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.ask("CREATE_CHANNEL", "channel", "#secret", "invite_only", true).await("JOINED");
      ann.ask("CREATE_CHANNEL", "channel", "#badge", "verified_only", true).await("JOINED");
      ann.soFar();
      claim(ann, "#secret", "m1", 9);
      for (var channel : new String[] {"#secret", "#badge", "#nowhere"}) {
        assertThat(claim(bob, channel, "m1", 1).soFar()).as(channel).isEmpty();
      }
      assertThat(ann.soFar()).as("members are not told either").isEmpty();
      claim(ann, "#secret", "m1", 9);
      assertThat(ann.next("YIELD").path("holder").asString())
          .as("and nothing was displaced")
          .isEqualTo(ann.id());
    }
  }

  @Test
  void from_outside_a_public_channel_one_may_claim_within_bounds() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      for (int i = 0; i < 17; i++) ann.ask("CREATE_CHANNEL", "channel", "#c" + i).await("JOINED");
      ann.soFar();
      for (int i = 0; i < 16; i++) claim(bob, "#c" + i, "m", 1);
      assertThat(bob.soFar()).isEmpty();
      assertThat(ann.soFar("FLOOR_CLAIMED")).hasSize(16);
      claim(bob, "#c16", "m", 1);
      assertThat(bob.error()).isEqualTo("RATE_LIMITED");
      claim(bob, "#nowhere", "m", 1);
      assertThat(bob.error()).as("says nothing of what exists").isEqualTo("RATE_LIMITED");
      assertThat(claim(bob, "#c3", "n", 1).soFar()).isEmpty();
    }
  }

  @Test
  void one_agent_claims_a_bounded_number_of_messages_in_a_channel() {
    try (var ann = TestAgent.join(server, "ann")) {
      for (int i = 0; i < 32; i++) claim(ann, "#general", "m" + i, 1);
      assertThat(ann.soFar()).isEmpty();
      claim(ann, "#general", "m32", 1);
      assertThat(ann.error()).isEqualTo("RATE_LIMITED");
      ann.say("#general", "enough").awaitContent("enough");
      assertThat(claim(ann, "#general", "m32", 1).soFar()).isEmpty();
    }
  }

  @Test
  void before_identification_a_claim_is_ignored_without_a_word() {
    try (var ann = TestAgent.join(server, "ann");
        var nobody = TestAgent.connect(server)) {
      assertThat(claim(nobody, "#general", "m1", 1).soFar()).isEmpty();
      nobody.challenged("key", Identity.generate());
      assertThat(claim(nobody, "#general", "m1", 1).soFar()).isEmpty();
      assertThat(ann.soFar()).isEmpty();
    }
  }

  @Test
  void a_claim_blocks_no_message_and_is_not_kept() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      claim(ann, "#general", "m1", 1).soFar();
      bob.say("#general", "anyway").awaitContent("anyway");
      ann.ask("HISTORY", "channel", "#general");
      var page = ann.await("HISTORY_PAGE").path("messages");
      assertThat(page.toString()).contains("anyway").doesNotContain("FLOOR_CLAIMED");
    }
  }

  @Test
  void a_claim_lasts_as_long_as_the_setting_says() {
    server.close();
    server = ServerFixture.start(folder, "AGENTCHAT_CLAIM_TTL_MS", "1");
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      claim(ann, "#general", "m1", 1);
      bob.await("FLOOR_CLAIMED");
      // Each try is answered by one who waited at least a round trip; the claim ends within it.
      for (int i = 0; i < 1_000; i++) {
        if (claim(bob, "#general", "m1", 5).soFar("YIELD").isEmpty()) return;
      }
      throw new AssertionError("the claim did not end");
    }
  }
}
