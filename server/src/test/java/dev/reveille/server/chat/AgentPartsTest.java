package dev.reveille.server.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.simulation.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The state of the parts of an agent's cell, and which part handles which message. */
class AgentPartsTest {
  private final ManualClock clock = new ManualClock();
  private final ChatParts house = StoreFixture.parts(clock, new MapPresence());

  @Test
  void a_message_that_two_parts_answer_is_refused_when_the_node_is_built() {
    var second =
        new AgentPart() {
          @Override
          public List<Request<?>> requests() {
            return List.of(Request.of(ClientMessage.Join.class, (_, _, _) -> Step.none()));
          }
        };
    assertThatThrownBy(() -> new AgentParts(house, List.of(second)))
        .hasMessage("wire Join has two owners");
  }

  @Test
  void a_slot_is_made_when_it_is_first_needed_and_is_its_parts_own() {
    var slots = new Slots();
    var one = new Slot<List<String>>(ArrayList::new);
    var other = new Slot<List<String>>(ArrayList::new);
    assertThat(slots.find(one)).isNull();
    slots.get(one).add("a");
    slots.get(other).add("b");
    assertThat(slots.find(one)).containsExactly("a");
    assertThat(slots.get(other)).containsExactly("b");
  }

  @Test
  void a_slot_that_was_cleared_leaves_the_others() {
    var slots = new Slots();
    var keys = List.of(new Slot<>(() -> "a"), new Slot<>(() -> "b"), new Slot<>(() -> "c"));
    keys.forEach(slots::get);
    slots.clear(keys.get(1));
    assertThat(slots.find(keys.get(0))).isEqualTo("a");
    assertThat(slots.find(keys.get(1))).isNull();
    assertThat(slots.find(keys.get(2))).isEqualTo("c");
    keys.forEach(slots::clear);
    assertThat(slots.find(keys.get(0))).isNull();
  }
}
