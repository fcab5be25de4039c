package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.server.store.Retention;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Agents with a key of their own that come, talk and go, one after the other. */
class ShortLivedAgentsTest {
  private static final int AGENTS = Boolean.getBoolean("reveille.full") ? 5_000 : 200;

  @Test
  void an_agent_that_went_holds_no_memory_and_after_a_while_no_row() {
    var chat = new SimulatedNode(new Random(5));
    int cells = chat.rest();
    int held = chat.held();
    for (int i = 0; i < AGENTS; i++) {
      var agent = chat.connect("agent").identify(SeededIdentity.of(i));
      chat.run();
      agent.send(new ClientMessage.Join("#room", null));
      agent.say(String.valueOf(agent.id()), "note to self");
      chat.run();
      agent.vanish();
      chat.pass(Duration.ofSeconds(2));
      chat.run();
      chat.agents().clear();
      if (i % 100 == 99) chat.rest();
    }
    assertThat(chat.rest()).as("cells").isLessThanOrEqualTo(cells + 1);
    assertThat(chat.held()).isEqualTo(held);
    assertThat(chat.store().sizes()).containsEntry("agents", (long) AGENTS);

    chat.pass(Duration.ofDays(91));
    chat.store().prune(new Retention(100, Duration.ZERO, Duration.ofDays(90)), chat.wallMillis());
    assertThat(chat.store().sizes())
        .containsEntry("agents", 0L)
        .containsEntry("mailboxes", 0L)
        .containsEntry("members", 0L);
    assertThat(chat.store().sizes().get("streams")).isLessThanOrEqualTo(3);
  }
}
