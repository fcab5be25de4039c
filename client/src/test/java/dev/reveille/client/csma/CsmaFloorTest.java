package dev.reveille.client.csma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.client.ClientException;
import dev.reveille.client.csma.Outcome.Kind;
import dev.reveille.protocol.ServerMessage;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An agent that writes a long answer claims the floor; one without the floor waits. */
class CsmaFloorTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Judgement WRITES =
      o -> o.since().isEmpty() ? Verdict.write(_ -> Optional.of("long")) : Verdict.silence();

  private final SimulatedServer server = new SimulatedServer();

  private CsmaAgent agent(Judgement judgement) {
    return new CsmaAgent(server, "@ada", CsmaSettings.DEFAULT, 5, judgement);
  }

  private static ServerMessage.FloorClaimed claimed(ServerMessage.Msg message, String holder) {
    return new ServerMessage.FloorClaimed(
        String.valueOf(message.msgId()), message.to(), holder, "x", 1);
  }

  private static ServerMessage.Yield displacedBy(ServerMessage.Msg message, String holder) {
    return new ServerMessage.Yield(String.valueOf(message.msgId()), message.to(), holder, 1, "x");
  }

  private ServerMessage.Msg ask() {
    var question = server.post("@bob", "#x", "what is it?");
    server.run(Duration.ZERO);
    return question;
  }

  @Test
  void a_long_answer_claims_the_floor_before_it_is_written() {
    var ada =
        agent(
            o ->
                Verdict.write(
                    floor -> {
                      assertThat(server.floors).containsEntry("#x1", "@ada");
                      assertThat(floor.isMine()).isTrue();
                      return Optional.of("long");
                    }));
    ask();
    server.run(LONG);
    assertThat(ada.words()).containsExactly("long");
    assertThat(server.floors).isEmpty();
  }

  @Test
  void a_short_answer_claims_nothing() {
    var ada = agent(_ -> Verdict.say("42"));
    var question = ask();
    server.floors.put("#x1", "@cyd");
    server.run(Duration.ofSeconds(9));
    assertThat(ada.words()).containsExactly("42");
    assertThat(server.floors).containsEntry(String.valueOf(question.msgId()), "@cyd");
  }

  @Test
  void an_agent_whose_claim_is_refused_gives_way_and_looks_again_later() {
    var ada = agent(WRITES);
    ask();
    server.floors.put("#x1", "@cyd");
    server.run(Duration.ofSeconds(8));
    assertThat(ada.kinds()).containsExactly(Kind.CHECK_SET, Kind.GAVE_WAY, Kind.CHECK_SET);
    assertThat(ada.outcomes.get(1).reason()).isEqualTo("@cyd has the floor");
    server.post("@cyd", "#x", "long, by cyd");
    server.run(LONG);
    assertThat(ada.since()).containsExactly("long, by cyd");
    assertThat(ada.words()).isEmpty();
  }

  @Test
  void a_holder_that_never_speaks_does_not_silence_the_others_for_ever() {
    var ada = agent(WRITES);
    ask();
    server.floors.put("#x1", "@cyd");
    server.after(45_000, server.floors::clear);
    server.run(LONG);
    assertThat(ada.words()).containsExactly("long");
  }

  @Test
  void each_time_an_agent_gives_way_the_delay_doubles_and_after_the_third_it_gives_up() {
    var ada = agent(WRITES);
    ask();
    server.floors.put("#x1", "@cyd");
    server.run(LONG);
    assertThat(ada.delays).hasSize(1 + Csma.MAX_DEFERRALS);
    for (int i = 0; i < ada.delays.size(); i++) {
      assertThat(ada.delays.get(i).toMillis()).isBetween(2_000L << i, 8_000L << i);
    }
    assertThat(ada.kinds()).endsWith(Kind.GAVE_WAY, Kind.GAVE_UP);
    assertThat(ada.words()).isEmpty();
    server.post("@bob", "#x", "anybody?");
    server.run(Duration.ZERO);
    assertThat(ada.kinds()).endsWith(Kind.CHECK_SET);
  }

  @Test
  void while_another_agent_is_known_to_write_the_judgement_is_not_even_asked() {
    var ada = agent(WRITES);
    var question = ask();
    ada.csma.hear(claimed(question, "@cyd"));
    server.run(Duration.ofSeconds(8));
    assertThat(ada.asked).isEmpty();
    assertThat(ada.read).isEmpty();
    assertThat(ada.kinds()).containsExactly(Kind.CHECK_SET, Kind.GAVE_WAY, Kind.CHECK_SET);
    server.post("@cyd", "#x", "done");
    server.run(LONG);
    assertThat(ada.asked).hasSize(1);
    assertThat(ada.since()).containsExactly("done");
  }

  @Test
  void a_floor_for_another_message_or_of_an_agent_that_left_holds_nobody_back() {
    var ada = agent(WRITES);
    var other = server.store("@bob", "#x", "before", "");
    var question = ask();
    ada.csma.hear(claimed(other, "@cyd"));
    ada.csma.hear(claimed(question, "@dan"));
    ada.csma.hear(new ServerMessage.AgentLeft("#x", "@dan", null));
    server.run(Duration.ofSeconds(8));
    assertThat(ada.words()).containsExactly("long");
  }

  @Test
  void a_claim_is_forgotten_after_45_seconds() {
    var slow = new CsmaSettings(Duration.ofSeconds(46), Duration.ofSeconds(46), java.util.Set.of());
    var ada = new CsmaAgent(server, "@ada", slow, 1, WRITES);
    ada.csma.hear(claimed(ask(), "@cyd"));
    server.run(Duration.ofSeconds(46));
    assertThat(ada.words()).containsExactly("long");
  }

  @Test
  void who_loses_the_floor_while_writing_sees_it_and_gives_way() {
    var question = new ServerMessage.Msg[1];
    var agents = new CsmaAgent[1];
    Judgement displaced =
        o -> {
          if (!o.since().isEmpty()) return Verdict.silence();
          return Verdict.write(
              floor -> {
                agents[0].csma.hear(displacedBy(question[0], "@cyd"));
                assertThat(floor.isMine()).isFalse();
                return Optional.of("too late");
              });
        };
    agents[0] = agent(displaced);
    question[0] = ask();
    server.run(Duration.ofSeconds(8));
    assertThat(agents[0].kinds()).containsExactly(Kind.CHECK_SET, Kind.GAVE_WAY, Kind.CHECK_SET);
    assertThat(agents[0].outcomes.get(1).reason()).isEqualTo("@cyd has the floor");
    server.post("@cyd", "#x", "by cyd");
    server.run(LONG);
    assertThat(agents[0].words()).isEmpty();
  }

  @Test
  void a_yield_for_another_message_does_not_end_the_floor() {
    var agents = new CsmaAgent[1];
    agents[0] =
        agent(
            _ ->
                Verdict.write(
                    floor -> {
                      agents[0].csma.hear(new ServerMessage.Yield("#x9", "#x", "@cyd", 1, "x"));
                      agents[0].csma.hear(new ServerMessage.Yield("#x1", "#y", "@cyd", 1, "x"));
                      return floor.isMine() ? Optional.of("long") : Optional.empty();
                    }));
    ask();
    server.run(Duration.ofSeconds(8));
    assertThat(agents[0].words()).containsExactly("long");
  }

  @Test
  void a_floor_that_is_the_agents_own_already_is_its_own() {
    var ada = agent(WRITES);
    ask();
    server.floors.put("#x1", "@ada");
    server.run(Duration.ofSeconds(8));
    assertThat(ada.words()).containsExactly("long");
  }

  @Test
  void a_claim_that_comes_to_nothing_holds_nobody_back() {
    var ada =
        agent(
            o -> {
              server.agents.values().forEach(a -> a.refusals.add(notThere()));
              return WRITES.decide(o);
            });
    ask();
    server.run(Duration.ofSeconds(8));
    assertThat(ada.words()).containsExactly("long");
  }

  private static ClientException notThere() {
    return new ClientException.Refused("CHANNEL_NOT_FOUND", "No channel #x");
  }

  @Test
  void who_was_addressed_answers_whoever_has_the_floor() {
    var ada = agent(_ -> Verdict.write(floor -> Optional.of("mine: " + floor.isMine())));
    var question = server.post("@bob", "#x", "@ada?", "\"mentions\":[\"@ada\"]");
    server.floors.put(String.valueOf(question.msgId()), "@cyd");
    server.run(Duration.ZERO);
    assertThat(ada.words()).containsExactly("mine: true");
  }

  @Test
  void a_direct_message_has_no_floor() {
    var ada = agent(WRITES);
    var dm = new ServerMessage.Msg(5, "@bob", "bob", "@ada", "psst", 3, "m3", false, "");
    ada.csma.hear(SimulatedServer.incoming(dm, ""));
    assertThat(server.floors).isEmpty();
    assertThat(ada.words()).containsExactly("long");
  }

  @Test
  void an_answer_that_is_not_written_after_all_is_silence() {
    var ada = agent(_ -> Verdict.write(_ -> Optional.empty()));
    ask();
    server.run(Duration.ofSeconds(8));
    assertThat(ada.kinds()).endsWith(Kind.SILENT);
  }

  @Test
  void a_flood_of_claims_is_forgotten_oldest_first() {
    var ada = agent(WRITES);
    var question = ask();
    ada.csma.hear(claimed(question, "@cyd"));
    for (int i = 0; i < 1_000; i++) {
      ada.csma.hear(new ServerMessage.FloorClaimed("other" + i, "#x", "@eve", "eve", 1));
    }
    server.run(Duration.ofSeconds(8));
    assertThat(ada.words()).containsExactly("long");
  }
}
