package dev.reveille.server.store;

import static dev.reveille.server.store.Rows.T;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.StoreWrite.SetGag;
import dev.reveille.server.store.StoreWrite.SetSlowMode;
import org.junit.jupiter.api.Test;

/** What every store promises of gags and slow modes. */
class ModerationTableTest extends TableContract {
  @Test
  void who_may_not_speak_and_how_slow_a_channel_is_survives_a_restart() {
    units.required(
        "a",
        1,
        new SetGag("@ann", T + 5, "too loud"),
        new SetGag("@bob", T + 5, "x"),
        new SetGag("@bob", 0, ""),
        new SetSlowMode("#a", 30),
        new SetSlowMode("#b", 9),
        new SetSlowMode("#b", 0));
    units.await();
    reopenStore();

    var rows = store.rows(ModerationRows.class);
    assertThat(rows.gag("@ann")).contains(new StoredGag(T + 5, "too loud"));
    assertThat(store.attention("@ann").gag()).isEqualTo(new StoredGag(T + 5, "too loud"));
    assertThat(rows.gag("@bob")).isEmpty();
    assertThat(rows.slowMode("#a")).contains(30L);
    assertThat(rows.slowMode("#b")).as("off is set, too").contains(0L);
    assertThat(rows.slowMode("#c")).isEmpty();
  }
}
