package dev.reveille.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.SeededRuns;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacedIdsTest {
  private static final long NOW = 1_795_126_074_363L;

  @Test
  void it_finds_what_a_map_finds_whatever_form_an_id_has() {
    SeededRuns.check(
        200,
        random -> {
          var ids = new PlacedIds();
          var map = new HashMap<String, Long>();
          for (int i = 1; i < 2_000; i++) {
            var id = id(random.nextInt(9), random.nextInt(40), random.nextInt(1_200));
            assertThat(ids.find(id)).as(id).isEqualTo(map.getOrDefault(id, 0L));
            if (random.nextBoolean()) {
              ids.put(id, i);
              map.put(id, (long) i);
            }
          }
          map.forEach((id, seq) -> assertThat(ids.find(id)).as(id).isEqualTo(seq));
          assertThat(ids.size()).isEqualTo(map.size());
        });
  }

  /** Returns an id: mostly in the form of message ids, else of something close to it. */
  private static String id(int form, long later, long number) {
    var suffix = Long.toString(number, 36);
    return switch (form) {
      case 0 -> "cb_" + (NOW + later) + "_" + suffix;
      case 1 -> (NOW + later) + "-0" + suffix;
      case 2 -> later * 100_000_000_000L + "-" + suffix;
      case 3 -> (NOW + later) + "-" + suffix + "A";
      case 4 -> "key " + number;
      default -> (NOW + later) + "-" + suffix;
    };
  }

  @Test
  void ids_that_are_nearly_the_same_are_different() {
    var ids = new PlacedIds();
    ids.put("1795126074363-abc", 7);
    for (var other :
        List.of(
            "1795126074363-ab",
            "1795126074363-abc0",
            "1795126074363-0abc",
            "01795126074363-abc",
            "1795126074363-ABC",
            "1795126074363_abc",
            "1795126074364-abc",
            "1795126074363-abc-abc",
            "-abc",
            "1795126074363-",
            "")) {
      assertThat(ids.find(other)).as(other).isZero();
    }
    assertThat(ids.find("1795126074363-abc")).isEqualTo(7);
  }
}
