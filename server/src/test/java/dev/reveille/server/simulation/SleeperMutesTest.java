package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.server.kernel.SeededRuns;
import org.junit.jupiter.api.Test;

/** A sleeper that mutes somebody. The simulation fails if an effect reads the store for it. */
class SleeperMutesTest {

  @Test
  void what_waited_of_the_muted_is_gone_and_not_counted_however_soon_the_sleeper_wakes() {
    SeededRuns.check(
        100,
        random -> {
          var chat = new SimulatedNode(random);
          var ann = chat.connect("ann").identify(SeededIdentity.of(random));
          var bob = chat.connect("bob").identify(null);
          var eve = chat.connect("eve").identify(null);
          chat.run();
          ann.send(ClientMessage.Msg.of("#general", "@@sleep:60s@@"));
          chat.run();
          bob.say(requireNonNull(ann.id()), "unheard mail");
          bob.say("#general", "unheard");
          eve.say(requireNonNull(ann.id()), "heard");
          chat.run();
          ann.send(new ClientMessage.Mute(requireNonNull(bob.id()), true));
          if (random.nextBoolean()) chat.stumble();
          if (random.nextBoolean()) chat.run();
          ann.send(ClientMessage.Msg.of("#general", "@@wake@@"));
          chat.run();
          var texts = ann.known().stream().map(k -> k.json().path("content").asString("")).toList();
          assertThat(texts).contains("heard").doesNotContain("unheard", "unheard mail");
          assertThat(ann.known())
              .anyMatch(
                  k ->
                      k.json().path("content").asString("").equals("@@wake@@")
                          && k.json().path("buffered").asInt() == 1);
        });
  }
}
