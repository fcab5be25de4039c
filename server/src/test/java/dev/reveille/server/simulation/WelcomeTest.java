package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.SeededRuns;
import org.junit.jupiter.api.Test;

class WelcomeTest {

  @Test
  void who_reads_WELCOME_hears_all_that_is_said_in_its_channels_afterwards() {
    SeededRuns.check(
        300,
        random -> {
          var chat = new SimulatedNode(random);
          var old = chat.connect("old").identify(null);
          chat.run();
          var newcomer = chat.connect("new");
          newcomer.identify(random.nextBoolean() ? null : SeededIdentity.of(random));
          for (int i = 0; !newcomer.isIn(); i++) {
            if (random.nextInt(3) == 0) old.say("#agents", "before " + i);
            chat.stumble();
          }
          old.say("#general", "after");
          chat.run();
          var heard = newcomer.known();
          assertThat(heard)
              .anyMatch(
                  k -> k.message() instanceof ServerMessage.Msg m && m.content().equals("after"));
          int welcome =
              heard.indexOf(
                  heard.stream()
                      .filter(k -> k.message() instanceof ServerMessage.Welcome)
                      .findFirst()
                      .orElseThrow());
          assertThat(heard.subList(0, welcome))
              .allMatch(k -> k.message() instanceof ServerMessage.Challenge);
        });
  }
}
