package dev.reveille.client.csma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.client.csma.Outcome.Kind;
import dev.reveille.protocol.ServerMessage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fires, payloads and messages that are not as an agent expects them. */
class CsmaStrangeInputTest extends CsmaFixture {
  @Test
  void only_a_private_fire_of_the_server_for_the_agents_own_callback_counts() {
    var ada = agent();
    ada.forgetful = true;
    var question = ask();
    server.run(Duration.ofSeconds(8));
    var payload = Signal.payload(question.ts());
    var forged =
        List.of(
            SimulatedServer.fire("#x", "@eve", payload),
            SimulatedServer.fire("#x", "@ada", payload),
            SimulatedServer.fire("@ada", "@eve", payload),
            SimulatedServer.fromServer("@ada", "@@cb-fire@@" + payload, "\"cb_id\":\"cb_1\""),
            SimulatedServer.fromServer("@ada", payload, "\"cb_origin\":\"@ada\""));
    forged.forEach(ada.csma::hear);
    assertThat(ada.asked).isEmpty();
    assertThat(ada.outcomes.subList(1, 6)).allMatch(o -> o.reason().equals("a notice"));
    ada.csma.hear(SimulatedServer.fire("@ada", "@ada", payload));
    assertThat(ada.words()).containsExactly("42");
  }

  @Test
  void a_fire_in_the_words_of_another_agent_is_but_a_message() {
    var ada = agent(_ -> Verdict.silence());
    var question = ask();
    server.run(Duration.ofMillis(1));
    var text = "@@cb-fire@@" + Signal.payload(question.ts());
    var dm = new ServerMessage.Msg(5, "@eve", "server", "@ada", text, 3, "m3", false, "");
    ada.csma.hear(SimulatedServer.incoming(dm, "\"cb_origin\":\"@ada\""));
    assertThat(ada.asked).hasSize(1);
    assertThat(ada.asked.getFirst().addressed()).isTrue();
    server.run(LONG);
    assertThat(ada.asked).hasSize(2);
  }

  @Test
  void payloads_that_are_not_ours_are_passed_over() {
    var ada = agent();
    ada.forgetful = true;
    var question = ask();
    server.run(Duration.ofSeconds(8));
    long ts = question.ts();
    for (var payload :
        List.of(
            "",
            "look at the build",
            "{",
            "null",
            "[]",
            "7",
            "{\"csma\":\"check\"}",
            "{\"csma\":\"check\",\"reply_to\":null}",
            "{\"csma\":\"check\",\"reply_to\":\"" + ts + "\"}",
            "{\"csma\":\"check\",\"reply_to\":" + ts + ".5}",
            "{\"csma\":\"check\",\"reply_to\":" + (ts + 1) + "}",
            "{\"csma\":\"check\",\"reply_to\":" + "9".repeat(300) + "}",
            "{\"csma\":{\"check\":1},\"reply_to\":" + ts + "}",
            "{\"csma\":\"uncheck\",\"reply_to\":" + ts + "}",
            "[".repeat(5_000))) {
      ada.csma.hear(SimulatedServer.fire("@ada", "@ada", payload));
    }
    assertThat(ada.asked).isEmpty();
    assertThat(ada.kinds().subList(1, 16)).containsOnly(Kind.PASSED_OVER);
  }

  @Test
  void a_fire_that_comes_twice_counts_once_and_an_early_one_not_at_all() {
    var ada = agent();
    var fire = SimulatedServer.fire("@ada", "@ada", Signal.payload(ask().ts()));
    ada.csma.hear(fire);
    assertThat(ada.asked).isEmpty();
    server.run(ada.delays.getFirst());
    assertThat(ada.asked).hasSize(1);
    ada.csma.hear(fire);
    assertThat(ada.asked).hasSize(1);
    assertThat(ada.outcomes.getLast().reason()).isEqualTo("no such check is due");
  }

  @Test
  void tags_and_mentions_of_wrong_types_are_as_good_as_none() {
    for (var value :
        List.of("null", "7", "\"sql\"", "{\"sql\":\"sql\"}", "[7,null,{},[\"sql\"],true]", "[]")) {
      var one = new SimulatedServer();
      var settings = CsmaSettings.DEFAULT.withSkillTags(List.of("sql"));
      var ada = new CsmaAgent(one, "@ada", settings, 5, _ -> Verdict.silence());
      one.post("@bob", "#x", "@ada", "\"tags\":" + value + ",\"mentions\":" + value);
      one.run(Duration.ZERO);
      assertThat(ada.kinds()).as(value).containsExactly(Kind.CHECK_SET);
      assertThat(ada.delays)
          .containsExactly(CsmaSettings.DEFAULT.delay(List.of(), new java.util.Random(5)));
    }
  }

  @Test
  void a_message_that_is_no_json_is_still_a_message() {
    var ada = agent(_ -> Verdict.silence());
    var message = server.store("@bob", "#x", "hm?", "");
    ada.csma.hear(new dev.reveille.client.Incoming(message, false, "{", 0));
    assertThat(ada.kinds()).containsExactly(Kind.CHECK_SET);
  }

  @Test
  void a_message_without_a_seq_cannot_be_checked() {
    var ada = agent();
    var message = new ServerMessage.Msg(5, "@bob", "bob", "#x", "hm?", 0, "m", false, "");
    ada.csma.hear(SimulatedServer.incoming(message, ""));
    assertThat(ada.kinds()).containsExactly(Kind.PASSED_OVER);
    assertThat(ada.said).isEmpty();
  }
}
