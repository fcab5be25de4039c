package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.outbox.ParcelCell;
import dev.reveille.server.outbox.ParcelCell.Label;
import dev.reveille.server.outbox.ParcelCell.Send;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Durable tells of a feature, on a whole node. */
class DurableTellTest {
  @Test
  void a_tell_that_was_stored_arrives_after_a_crash() {
    SeededRuns.check(
        100,
        random -> {
          var node = new SimulatedNode(random);
          for (int i = 0; i < 10; i++) {
            node.node().host().tell(ParcelCell.at("a"), new Send("b", "k" + i, Label.KEEP, null));
            node.stumble();
            if (random.nextInt(4) == 0) node = node.kill();
          }
          node = node.kill();
          node.run();
          node.pass(Duration.ofMinutes(2));
          node.run();
          assertThat(ParcelCell.arrived(node.store())).isEqualTo(ParcelCell.sent(node.store()));
          assertThat(node.store().sizes()).containsEntry("outbox", 0L);
        });
  }
}
