package dev.reveille.server.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.TableContract;
import org.junit.jupiter.api.Test;

/** The promises of every store about slow modes. */
class SlowModeTableTest extends TableContract {
  @Test
  void how_slow_a_channel_is_survives_a_restart() {
    units.required(
        "a", 1, new SetSlowMode("#a", 30), new SetSlowMode("#b", 9), new SetSlowMode("#b", 0));
    units.await();
    reopenStore();

    var slow = store.reads(SlowModeReads.class);
    assertThat(slow.slowMode("#a")).contains(30L);
    assertThat(slow.slowMode("#b")).as("off is set, too").contains(0L);
    assertThat(slow.slowMode("#c")).isEmpty();
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(SlowModeTable.SLOW_MODE);
  }
}
