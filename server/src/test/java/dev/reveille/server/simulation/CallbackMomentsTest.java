package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ModerationOrders;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.SeededRuns;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Callbacks and sleeps whose agent has changed by the time they are due, on a manual clock. */
class CallbackMomentsTest {
  private static final int SEEDS = 20;

  private static List<String> heard(SimulatedAgent agent, String prefix) {
    return agent.known().stream()
        .filter(k -> k.message() instanceof ServerMessage.Msg m && m.content().startsWith(prefix))
        .map(k -> ((ServerMessage.Msg) k.message()).content())
        .toList();
  }

  private static List<String> fires(SimulatedAgent agent) {
    return heard(agent, "@@cb-fire@@");
  }

  private static void pass(SimulatedNode chat, int seconds) {
    for (int i = 0; i < seconds; i++) {
      chat.pass(Duration.ofSeconds(1));
      chat.run();
    }
  }

  private static void send(SimulatedNode chat, SimulatedAgent agent, ClientMessage message) {
    agent.send(message);
    chat.run();
  }

  private static ClientMessage.Msg marker(String content) {
    return ClientMessage.Msg.of("#general", content);
  }

  @Test
  void an_agent_that_the_server_muted_does_not_speak_through_its_callbacks() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var chat = new SimulatedNode(random);
          var ada = chat.connect("ada").identify(SeededIdentity.of(random));
          var bob = chat.connect("bob").identify(null);
          chat.run();
          send(chat, ada, marker("@@cb:1s#general@@never@@cb:1s@@private"));
          var mute = new ModerationOrders.Mute(requireNonNull(ada.id()), 60, "noise");
          send(chat, bob, new ClientMessage.Admin(mute, SimulatedNode.ADMIN_KEY));
          pass(chat, 3);
          assertThat(fires(ada)).containsExactly("@@cb-fire@@private");
          send(chat, ada, marker("@@cb:0s#general@@nor this"));
          pass(chat, 2);
          assertThat(fires(bob)).isEmpty();
          assertThat(ada.known())
              .anyMatch(
                  k ->
                      k.message() instanceof ServerMessage.Failure f
                          && f.code() == ErrorCode.RATE_LIMITED);
        });
  }

  @Test
  void an_agent_that_is_back_before_they_are_due_does_not_get_those_of_its_last_connection() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var chat = new SimulatedNode(random);
          var key = SeededIdentity.of(random);
          var bob = chat.connect("bob").identify(null);
          var eve = chat.connect("eve").identify(key);
          chat.run();
          send(chat, eve, marker("@@cb:1s@@old@@cb:1s#general@@old for all"));
          eve.vanish();
          chat.run();
          var again = chat.connect("eve").identify(key);
          chat.run();
          send(chat, again, marker("@@cb:1s@@new"));
          pass(chat, 3);
          assertThat(fires(again)).containsExactly("@@cb-fire@@new");
          assertThat(fires(bob)).isEmpty();
        });
  }

  @Test
  void a_callback_is_dropped_and_not_kept_if_its_agent_is_gone_when_it_is_due() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var chat = new SimulatedNode(random);
          var key = SeededIdentity.of(random);
          var eve = chat.connect("eve").identify(key);
          chat.run();
          send(chat, eve, marker("@@cb:1s@@lost"));
          eve.vanish();
          chat.run();
          pass(chat, 3);
          var again = chat.connect("eve").identify(key);
          chat.run();
          pass(chat, 3);
          assertThat(again.isIn()).isTrue();
          assertThat(fires(again)).isEmpty();
        });
  }

  @Test
  void an_oversized_sleep_is_clamped_to_the_callbacks_maximum() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var chat = SimulatedNode.with(random, "callbacks.max-duration-seconds = 5");
          var ada = chat.connect("ada").identify(null);
          chat.run();
          send(chat, ada, marker("@@sleep:99999999999999999999s@@"));
          pass(chat, 4);
          assertThat(heard(ada, "@@wake@@")).isEmpty();
          pass(chat, 2);
          assertThat(heard(ada, "@@wake@@")).hasSize(1);
        });
  }
}
