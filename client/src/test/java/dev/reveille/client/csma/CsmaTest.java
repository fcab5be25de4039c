package dev.reveille.client.csma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.client.ClientException;
import dev.reveille.client.csma.Outcome.Kind;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.Skill;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The sentences of the convention, one by one, and what becomes of messages in between. */
class CsmaTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Judgement UNLESS_ANSWERED =
      o -> o.since().isEmpty() ? Verdict.say("42") : Verdict.silence();

  private static final Judgement SILENT = _ -> Verdict.silence();

  private final SimulatedServer server = new SimulatedServer();

  private CsmaAgent agent(Judgement judgement) {
    return new CsmaAgent(server, "@ada", CsmaSettings.DEFAULT, 5, judgement);
  }

  @Test
  void an_agent_that_receives_a_channel_message_sets_a_random_private_callback_of_2_to_8_s() {
    var drawn = CsmaSettings.DEFAULT.delay(List.of(), new Random(5));
    var ada = agent(UNLESS_ANSWERED);
    var question = server.post("@bob", "#x", "what is it?");
    server.run(Duration.ZERO);
    var marker =
        "@@cb:%ss@@{\"csma\":\"check\",\"reply_to\":%d}"
            .formatted(drawn.toMillis() / 1000.0, question.ts());
    assertThat(ada.said).containsExactly(ClientMessage.Msg.of("@ada", marker));
    assertThat(ada.asked).isEmpty();
    assertThat(ada.kinds()).containsExactly(Kind.CHECK_SET);
  }

  @Test
  void an_entry_of_another_type_is_neither_a_question_nor_an_answer() {
    var ada = agent(UNLESS_ANSWERED);
    server.postReaction("@bob", "#x");
    server.run(LONG);
    assertThat(ada.said).isEmpty();
    assertThat(ada.kinds()).containsExactly(Kind.PASSED_OVER);
    server.post("@bob", "#x", "what is it?");
    server.postReaction("@cyd", "#x");
    server.run(LONG);
    assertThat(ada.since()).isEmpty();
    assertThat(ada.words()).containsExactly("42");
  }

  @Test
  void an_entry_of_another_type_does_not_end_its_senders_claim_of_the_floor() {
    var ada = agent(UNLESS_ANSWERED);
    var question = server.post("@bob", "#x", "what is it?");
    server.run(Duration.ZERO);
    ada.csma.hear(new ServerMessage.FloorClaimed("#x" + question.seq(), "#x", "@cyd", "cyd", 1));
    server.postReaction("@cyd", "#x");
    server.run(Duration.ofSeconds(8));
    assertThat(ada.kinds()).contains(Kind.GAVE_WAY);
    assertThat(ada.words()).isEmpty();
  }

  @Test
  void when_the_callback_fires_the_agent_reads_the_channel_since_the_original_message() {
    var ada = agent(UNLESS_ANSWERED);
    server.store("@bob", "#x", "earlier", "");
    var question = server.post("@bob", "#x", "what is it?");
    server.run(Duration.ZERO);
    server.store("@cyd", "#x", "a number", "");
    server.store("@server", "#x", "dan joined #x", "");
    server.store("@dan", "#x", "which?", "");
    server.run(LONG);
    assertThat(ada.read)
        .containsExactly(new ClientMessage.History("#x", question.seq(), null, Csma.PAGE));
    assertThat(ada.asked.getFirst().message()).isEqualTo(question);
    assertThat(ada.since()).containsExactly("a number", "which?");
    assertThat(ada.asked.getFirst().whole()).isTrue();
    assertThat(ada.asked.getFirst().addressed()).isFalse();
  }

  @Test
  void if_another_agent_made_the_point_the_draft_is_discarded() {
    var ada = agent(UNLESS_ANSWERED);
    server.post("@bob", "#x", "what is it?");
    server.run(Duration.ofSeconds(1));
    server.post("@cyd", "#x", "42");
    server.run(LONG);
    assertThat(ada.words()).isEmpty();
    assertThat(ada.kinds()).containsExactly(Kind.CHECK_SET, Kind.LEFT_TO_CHECK, Kind.SILENT);
  }

  @Test
  void if_nobody_responded_the_answer_is_sent() {
    var ada = agent(UNLESS_ANSWERED);
    var question = server.post("@bob", "#x", "what is it?");
    server.run(LONG);
    var answer = ada.said.getLast();
    assertThat(answer.to()).isEqualTo("#x");
    assertThat(answer.content()).isEqualTo("42");
    assertThat(answer.inReplyTo()).isEqualTo("\"" + question.msgId() + "\"");
    assertThat(ada.outcomes).contains(new Outcome(Kind.ANSWERED, "#x", question.msgId(), ""));
  }

  @Test
  void a_different_take_is_sent_although_others_responded() {
    var ada = agent(_ -> Verdict.say("I disagree"));
    server.post("@bob", "#x", "what is it?");
    server.run(Duration.ofSeconds(1));
    server.post("@cyd", "#x", "42");
    server.run(LONG);
    assertThat(ada.words()).containsExactly("I disagree");
  }

  @Test
  void of_five_agents_that_hear_one_question_one_answers() {
    for (int i = 0; i < 5; i++) {
      new CsmaAgent(server, "@a" + i, CsmaSettings.DEFAULT, i, UNLESS_ANSWERED);
    }
    server.post("@bob", "#x", "what is it?");
    server.run(LONG);
    assertThat(server.log("#x")).hasSize(2);
    assertThat(server.agents.values()).allMatch(agent -> agent.asked.size() == 1);
  }

  @Test
  void the_skilled_agent_answers_first() {
    var other = CsmaSettings.DEFAULT.withSkillTags(Set.of("css"));
    var expert = CsmaSettings.DEFAULT.withSkillTags(Set.of("sql"));
    for (int i = 0; i < 4; i++) new CsmaAgent(server, "@a" + i, other, i, UNLESS_ANSWERED);
    var ada = new CsmaAgent(server, "@ada", expert, 9, UNLESS_ANSWERED);
    server.post("@bob", "#x", "slow query", "\"tags\":[\"sql\"]");
    server.run(LONG);
    assertThat(ada.words()).containsExactly("42");
    assertThat(ada.delays.getFirst()).isLessThanOrEqualTo(Duration.ofSeconds(4));
    assertThat(server.log("#x")).hasSize(2);
  }

  @Test
  void an_agent_that_has_registered_skills_needs_no_other_word() {
    for (int seed = 0; seed < 50; seed++) {
      var expert = new CsmaAgent(server, "@e" + seed, CsmaSettings.DEFAULT, seed, SILENT);
      expert.skills = Skill.list("[{\"capability\":\"tune\",\"tags\":[\"SQL\"]}]");
      var other = new CsmaAgent(server, "@o" + seed, CsmaSettings.DEFAULT, seed, SILENT);
      other.skills = Skill.list("[{\"capability\":\"css\"}]");
    }
    server.post("@bob", "#x", "slow query", "\"tags\":[\"sql\"]");
    server.run(Duration.ZERO);
    server.agents.forEach(
        (id, agent) ->
            assertThat(agent.delays.getFirst().toMillis())
                .as(id)
                .isBetween(
                    id.startsWith("@e") ? 2_000L : 5_000L, id.startsWith("@e") ? 4_000L : 8_000L));
  }

  @Test
  void skills_that_cannot_be_asked_for_now_are_asked_for_with_the_next_message() {
    for (int seed = 0; seed < 20; seed++) {
      var agent = new CsmaAgent(server, "@a" + seed, CsmaSettings.DEFAULT, seed, SILENT);
      agent.skills = Skill.list("[{\"capability\":\"css\"}]");
      agent.refusals.add(new ClientException.TimedOut("no answer"));
    }
    server.post("@bob", "#x", "slow query", "\"tags\":[\"sql\"]");
    server.run(LONG);
    server.post("@bob", "#x", "slow query again", "\"tags\":[\"sql\"]");
    server.run(LONG);
    for (var agent : server.agents.values()) {
      assertThat(agent.asked).hasSize(2);
      assertThat(agent.delays.getLast()).isGreaterThanOrEqualTo(Duration.ofSeconds(5));
    }
  }

  @Test
  void an_agent_can_always_send_at_once_and_its_check_sees_its_own_words() {
    var ada = agent(UNLESS_ANSWERED);
    server.post("@bob", "#x", "what is it?");
    server.run(Duration.ofSeconds(1));
    ada.say(ClientMessage.Msg.of("#x", "at once"));
    assertThat(server.log("#x").getLast().content()).isEqualTo("at once");
    server.run(LONG);
    assertThat(ada.since()).containsExactly("at once");
    assertThat(ada.words()).containsExactly("at once");
  }

  @Test
  void whether_it_is_the_same_point_is_for_the_judgement_alone() {
    for (int i = 0; i < 3; i++) {
      new CsmaAgent(server, "@a" + i, CsmaSettings.DEFAULT, i, o -> answerOnce(o));
    }
    server.post("@bob", "#x", "what is it?");
    server.run(LONG);
    assertThat(server.log("#x"))
        .extracting(ServerMessage.Msg::content)
        .containsExactly("what is it?", "42", "42", "42");
  }

  private static Verdict answerOnce(Occasion occasion) {
    return occasion.message().from().equals("@bob") ? Verdict.say("42") : Verdict.silence();
  }

  @Test
  void a_direct_message_is_answered_at_once() {
    var ada = agent(UNLESS_ANSWERED);
    var dm = new ServerMessage.Msg(5, "@bob", "bob", "@ada", "psst", 3, "m3", false, "");
    ada.csma.hear(SimulatedServer.incoming(dm, ""));
    assertThat(ada.said).hasSize(1);
    assertThat(ada.said.getFirst().to()).isEqualTo("@bob");
    assertThat(ada.said.getFirst().inReplyTo()).isEqualTo("\"m3\"");
    assertThat(ada.asked.getFirst().addressed()).isTrue();
    assertThat(ada.outcomes).containsExactly(new Outcome(Kind.ANSWERED, "@bob", "m3", ""));
  }

  @Test
  void an_explicit_mention_is_answered_at_once_while_the_check_of_its_channel_stays() {
    var ada = agent(UNLESS_ANSWERED);
    server.post("@bob", "#x", "what is it?");
    server.run(Duration.ofSeconds(1));
    server.post("@bob", "#x", "@ada, you?", "\"mentions\":[\"@cyd\",\"@ada\"]");
    server.run(Duration.ZERO);
    assertThat(ada.words()).containsExactly("42");
    assertThat(server.log("#x").getLast().to()).isEqualTo("#x");
    server.run(LONG);
    assertThat(ada.since()).containsExactly("@ada, you?", "42");
    assertThat(ada.words()).containsExactly("42");
  }

  @Test
  void a_name_in_the_text_is_no_mention_unless_the_server_says_so() {
    var ada = agent(UNLESS_ANSWERED);
    server.post("@bob", "#x", "mail me at bob@ada", "\"mentions\":[\"@cyd\"]");
    server.run(Duration.ZERO);
    assertThat(ada.kinds()).containsExactly(Kind.CHECK_SET);
  }

  @Test
  void at_most_one_check_is_pending_per_channel_and_it_reads_what_came_meanwhile() {
    var ada = agent(o -> new Verdict.Say("to the last", o.since().getLast()));
    for (var text : List.of("one", "two", "three")) {
      server.post("@bob", "#x", text);
      server.run(Duration.ofMillis(300));
    }
    var last = server.log("#x").getLast();
    server.run(LONG);
    assertThat(ada.delays).hasSize(1);
    assertThat(ada.asked).hasSize(1);
    assertThat(ada.since()).containsExactly("two", "three");
    assertThat(ada.said.getLast().inReplyTo()).isEqualTo("\"" + last.msgId() + "\"");
  }

  @Test
  void checks_of_several_channels_run_side_by_side_also_for_messages_of_one_millisecond() {
    var ada = agent(o -> Verdict.say("in " + o.message().to()));
    for (var channel : List.of("#x", "#y", "#z")) server.post("@bob", channel, "hm?");
    server.run(LONG);
    assertThat(ada.delays).hasSize(3);
    assertThat(ada.words()).containsExactlyInAnyOrder("in #x", "in #y", "in #z");
  }

  @Test
  void what_a_check_has_read_before_it_was_heard_is_not_asked_about_again() {
    var ada = agent(UNLESS_ANSWERED);
    server.post("@bob", "#x", "what is it?");
    server.run(Duration.ofSeconds(1));
    var answer = server.store("@cyd", "#x", "42", "");
    server.run(LONG);
    ada.csma.hear(SimulatedServer.incoming(answer, ""));
    assertThat(ada.kinds()).containsExactly(Kind.CHECK_SET, Kind.SILENT, Kind.PASSED_OVER);
    server.post("@bob", "#x", "thanks");
    server.run(LONG);
    assertThat(ada.asked).hasSize(2);
  }

  @Test
  void a_channel_that_was_begun_anew_is_heard_from_its_first_message() {
    var ada = agent(UNLESS_ANSWERED);
    for (int i = 0; i < 9; i++) server.store("@bob", "#x", "old", "");
    server.post("@bob", "#x", "what is it?");
    server.run(LONG);
    server.forget("#x");
    server.post("@bob", "#x", "and now?");
    server.run(LONG);
    assertThat(ada.words()).containsExactly("42", "42");
  }

  @Test
  void replays_and_the_agents_own_words_set_no_check() {
    var ada = agent(UNLESS_ANSWERED);
    var old = server.store("@bob", "#x", "what is it?", "");
    ada.csma.hear(SimulatedServer.incoming(old, "\"replay\":true"));
    server.post("@ada", "#x", "me");
    server.run(LONG);
    assertThat(ada.said).isEmpty();
    assertThat(ada.outcomes)
        .extracting(Outcome::reason)
        .containsExactly("a replay", "the agent's own");
  }

  @Test
  void a_direct_message_that_comes_again_is_shown_as_such() {
    var ada = agent(o -> o.repeated() ? Verdict.silence() : Verdict.say("42"));
    var dm = new ServerMessage.Msg(5, "@bob", "bob", "@ada", "psst", 3, "m3", false, "");
    ada.csma.hear(SimulatedServer.incoming(dm, "\"replay\":true"));
    assertThat(ada.said).isEmpty();
    assertThat(ada.asked.getFirst().repeated()).isTrue();
  }
}
