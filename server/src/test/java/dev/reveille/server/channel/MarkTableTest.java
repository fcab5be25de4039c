package dev.reveille.server.channel;

import static dev.reveille.server.store.Rows.T;
import static dev.reveille.server.store.Rows.agent;
import static dev.reveille.server.store.Rows.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.Retention;
import dev.reveille.server.store.TableContract;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The promises of every store about how far agents have read in channels. */
class MarkTableTest extends TableContract {
  private Map<String, ReadMark> marks(String agent) {
    return store.reads(MarkReads.class).marks(agent);
  }

  @Test
  void a_mark_begins_at_the_last_entry_also_of_the_same_unit_and_only_once() {
    units.required("a", 1, message("#a", 1), message("#a", 2), new BeginMark("@ann", "#a"));
    units.required("a", 1, message("#a", 3), new BeginMark("@ann", "#a"));
    units.required("a", 1, new BeginMark("@ann", "#empty"));
    units.await();
    assertThat(marks("@ann"))
        .isEqualTo(Map.of("#a", new ReadMark(2, 2, 0), "#empty", new ReadMark(0, 0, 0)));
    assertThat(marks("@bob")).isEmpty();
  }

  @Test
  void a_mark_never_goes_back_and_never_beyond_the_last_entry() {
    for (int i = 1; i <= 5; i++) units.required("a", 1, message("#a", i));
    units.required("a", 1, new MoveMark("@ann", "#a", 3, false));
    units.required("a", 1, new MoveMark("@ann", "#a", 2, false));
    units.required("a", 1, new MoveMark("@bob", "#a", Long.MAX_VALUE, false));
    units.required("a", 1, new MoveMark("@bob", "#none", 7, false));
    units.await();
    assertThat(marks("@ann")).isEqualTo(Map.of("#a", new ReadMark(3, 0, 0)));
    assertThat(marks("@bob"))
        .isEqualTo(Map.of("#a", new ReadMark(5, 0, 0), "#none", new ReadMark(0, 0, 0)));
    assertThat(store.sizes()).containsEntry("streams", 1L);
    reopenStore();
    units.required("b", 1, message("#a", 6), new MoveMark("@bob", "#a", 9, false));
    units.required("b", 1, new MoveMark("@bob", "#a", 4, false));
    units.await();
    assertThat(marks("@bob").get("#a")).isEqualTo(new ReadMark(6, 0, 0));
  }

  @Test
  void a_mark_knows_up_to_where_references_are_confirmed() {
    for (int i = 1; i <= 5; i++) units.required("a", 1, message("#a", i));
    units.required("a", 1, new MoveMark("@ann", "#a", 3, true));
    units.required("a", 1, new MoveMark("@ann", "#a", 9, false));
    units.required("a", 1, new MoveMark("@ann", "#a", 2, true));
    units.required("a", 1, new MoveMark("@bob", "#a", 99, true));
    units.await();
    assertThat(marks("@ann")).isEqualTo(Map.of("#a", new ReadMark(5, 0, 3)));
    assertThat(marks("@bob")).isEqualTo(Map.of("#a", new ReadMark(5, 0, 5)));
  }

  @Test
  void a_message_that_the_store_refuses_moves_no_mark() {
    units.required("a", 1, message("#a", 1));
    units.required("a", 1, message("#a", 3));
    units.required("b", 1, new MoveMark("@ann", "#a", 99, false));
    assertThat(units.outcome()).isEqualTo("srs");
    assertThat(marks("@ann").get("#a")).isEqualTo(new ReadMark(1, 0, 0));
  }

  @Test
  void those_have_read_an_entry_whose_mark_began_before_it_and_has_reached_it() {
    for (int i = 1; i <= 4; i++) units.required("a", 1, message("#a", i));
    units.required(
        "a", 1, new MoveMark("@ann", "#a", 4, false), new MoveMark("@bob", "#a", 2, false));
    units.required("a", 1, new BeginMark("@late", "#a"), new MoveMark("@eve", "#b", 4, false));
    units.await();
    var reads = store.reads(MarkReads.class);
    assertThat(reads.reached("#a", 2, "@x")).isEqualTo(2);
    assertThat(reads.reached("#a", 3, "@x")).isEqualTo(1);
    assertThat(reads.reached("#a", 3, "@ann")).as("without the author").isZero();
    assertThat(reads.reached("#a", 5, "@x")).isZero();
  }

  @Test
  void marks_go_with_leaving_with_the_channel_and_with_the_agent() {
    units.required("a", 1, new AddChannel(new StoredChannel("#c", false, false, null, T)));
    units.required("a", 1, agent("@gone", "x", true, T));
    units.required("a", 1, new BeginMark("@gone", "#a"), new BeginMark("@ann", "#a"));
    units.required("a", 1, new BeginMark("@ann", "#c"), new BeginMark("@ann", "#left"));
    units.required("a", 1, new RemoveMark("@ann", "#left"), new RemoveMark("@ann", "#never"));
    units.required("a", 1, new RemoveChannel("#c"));
    units.await();
    assertThat(units.refusals()).isEmpty();
    assertThat(marks("@ann")).containsOnlyKeys("#a");
    var month = new Retention(0, Duration.ZERO, Duration.ofDays(30));
    assertThat(store.prune(month, T + Duration.ofDays(40).toMillis())).isEqualTo(1);
    assertThat(marks("@gone")).isEmpty();
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(MarkTable.MARKS);
    assertCounted(MarkTable.REACHED);
  }
}
