package dev.reveille.client.csma;

import dev.reveille.client.ClientException;
import dev.reveille.protocol.ServerMessage;
import java.time.Duration;

/** A simulated server and agents that share its channel. */
abstract class CsmaFixture {
  static final Duration LONG = Duration.ofMinutes(1);

  final SimulatedServer server = new SimulatedServer();

  CsmaAgent agent() {
    return agent(o -> o.since().isEmpty() ? Verdict.say("42") : Verdict.silence());
  }

  CsmaAgent agent(Judgement judgement) {
    return new CsmaAgent(server, "@ada", CsmaSettings.DEFAULT, 5, judgement);
  }

  ServerMessage.Msg ask() {
    var question = server.post("@bob", "#x", "what is it?");
    server.run(Duration.ZERO);
    return question;
  }

  static ClientException refused(String code) {
    return new ClientException.Refused(code, "no: " + code);
  }

  /** Its answers, but nothing before, are refused so often. */
  CsmaAgent refusedWhenItAnswers(int times) {
    var self = new CsmaAgent[1];
    self[0] =
        agent(
            _ -> {
              for (int i = 0; i < times; i++) self[0].refusals.add(refused("RATE_LIMITED"));
              return Verdict.say("42");
            });
    return self[0];
  }
}
