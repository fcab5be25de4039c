package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.kernel.SeededRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A session in the server's own process is a member like any other. */
class HostedSessionTest {
  private static List<String> heard(SimulatedAgent agent, String from) {
    return agent.known().stream()
        .map(ServerMessages.Received.Known::message)
        .filter(m -> m instanceof ServerMessage.Msg msg && msg.from().equals(from))
        .map(m -> ((ServerMessage.Msg) m).content())
        .toList();
  }

  @Test
  void it_gets_what_is_said_in_order_and_others_get_what_it_says() {
    SeededRuns.check(
        50,
        random -> {
          var chat = new SimulatedNode(random);
          var ada = chat.connect("ada").identify(SeededIdentity.of(random));
          var bob = chat.host("bob").identify(SeededIdentity.of(random));
          chat.run();
          for (int i = 0; i < 20; i++) {
            ada.say(i % 3 == 0 ? requireNonNull(bob.id()) : "#general", "a" + i);
            bob.say("#general", "b" + i);
            chat.stumble();
          }
          chat.run();
          var inChannel = heard(bob, requireNonNull(ada.id()));
          assertThat(inChannel).hasSize(20).doesNotHaveDuplicates();
          assertThat(heard(ada, requireNonNull(bob.id()))).hasSize(20);
          assertThat(bob.echoes()).hasSize(20);
        });
  }

  @Test
  void it_is_gone_for_the_others_when_the_server_closes_it() {
    SeededRuns.check(
        20,
        random -> {
          var chat = new SimulatedNode(random);
          var key = SeededIdentity.of(random);
          var first = chat.host("bob").identify(key);
          chat.run();
          assertThat(first.isIn()).isTrue();
          var second = chat.connect("bob").identify(key);
          chat.run();
          chat.pass(java.time.Duration.ofSeconds(10));
          chat.run();
          assertThat(first.isIn()).as("the second connection took over").isFalse();
          assertThat(second.isIn()).isTrue();
        });
  }
}
