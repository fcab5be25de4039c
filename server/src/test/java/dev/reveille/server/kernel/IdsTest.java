package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdsTest {
  @Test
  void an_id_says_when_it_was_made() {
    var clock = new ManualClock();
    var ids = new Ids(clock, new SeededRandomness(1));
    assertThat(Ids.madeAt(ids.message())).isEqualTo(clock.wallMillis());
    assertThat(Ids.madeAt(ids.callback())).isEqualTo(clock.wallMillis());
    for (var other : new String[] {"", "-", "cb_", "cb__x", "m1", "12", "task-7", "9".repeat(40)}) {
      assertThat(Ids.madeAt(other)).as(other).isEqualTo(-1);
    }
  }
}
