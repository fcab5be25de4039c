package dev.reveille.server.moderation;

import static dev.reveille.server.store.Rows.T;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.TableContract;
import org.junit.jupiter.api.Test;

/** The promises of every store about mutes. */
class MuteTableTest extends TableContract {
  @Test
  void who_may_not_speak_survives_a_restart() {
    units.required(
        "a",
        1,
        new SetServerMute("@ann", T + 5, "too loud"),
        new SetServerMute("@bob", T + 5, "x"),
        new SetServerMute("@bob", 0, ""));
    units.await();
    reopenStore();

    var gags = store.reads(MuteReads.class);
    assertThat(gags.mute("@ann")).contains(new StoredMute(T + 5, "too loud"));
    assertThat(gags.mute("@bob")).isEmpty();
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(MuteTable.SELECT);
  }
}
