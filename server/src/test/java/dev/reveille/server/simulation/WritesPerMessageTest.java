package dev.reveille.server.simulation;

import static dev.reveille.server.simulation.InboxScene.ADA_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rows that one message costs, with everything that follows from it. */
class WritesPerMessageTest {
  private InboxScene scene = new InboxScene(true);

  private Map<String, Integer> writtenBy(String to, String text) {
    // The first message of an agent, and the first to it, store the agent too.
    scene.say(ADA_ID, "first");
    settle();
    var _ = scene.chat.store().takeWritten();
    scene.bob.send(ClientMessage.Msg.of(to, text));
    settle();
    return scene.chat.store().takeWritten();
  }

  /** Also what is reported late is written. */
  private void settle() {
    scene.chat.run();
    scene.chat.pass(Duration.ofSeconds(5));
    scene.chat.run();
  }

  @Test
  void a_message_without_mentions_costs_its_own_row_and_no_other() {
    assertThat(writtenBy("#general", "hello all")).isEqualTo(Map.of("AppendEntry", 1));
    scene.leave();
    assertThat(writtenBy("#general", "hello, whoever is here"))
        .as("also for members that are away")
        .isEqualTo(Map.of("AppendEntry", 1));
  }

  @Test
  void a_mention_costs_its_tell_the_reference_and_the_counts() {
    assertThat(writtenBy("#general", "hello @ada"))
        .isEqualTo(
            Map.of(
                "AppendEntry", 1,
                "StoreTell", 1,
                "TellHandled", 1,
                "AddReference", 1,
                "InboxCounts", 1));
  }

  @Test
  void a_direct_message_costs_no_more_for_an_agent_that_confirms() {
    var confirming = writtenBy(ADA_ID, "hello");
    scene = new InboxScene(false);
    var taking = writtenBy(ADA_ID, "hello");
    assertThat(confirming).isEqualTo(Map.of("AppendEntry", 1, "MailOffered", 1));
    assertThat(taking).isEqualTo(Map.of("AppendEntry", 1, "MailOffered", 1, "MailDelivered", 1));
  }
}
