package dev.reveille.server.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Names;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class TaskIdsTest {
  private final TaskIds ids = new TaskIds("secret");

  @Test
  void the_same_request_gets_the_same_id_and_another_store_gives_another() {
    assertThat(ids.of("@ada", "c k1")).isEqualTo(new TaskIds("secret").of("@ada", "c k1"));
    assertThat(ids.ofNew("@ada", "1700000000000-ab"))
        .isEqualTo(new TaskIds("secret").ofNew("@ada", "1700000000000-ab"))
        .isNotEqualTo(new TaskIds("other").ofNew("@ada", "1700000000000-ab"))
        .isNotEqualTo(ids.ofNew("@bob", "1700000000000-ab"));
  }

  @Test
  void ids_of_new_tasks_ascend_with_the_time_of_their_requests() {
    var made = new ArrayList<String>();
    for (long at = 1; at < 1L << 44; at = at * 3 + 1) made.add(ids.ofNew("@ada", at + "-x"));
    assertThat(made).isSorted().doesNotHaveDuplicates().allMatch(Names::isTask);
  }

  @Test
  void requests_of_one_moment_have_ids_that_differ_in_all_that_is_not_the_time() {
    var one = ids.ofNew("@ada", "1700000000000-a");
    var other = ids.ofNew("@ada", "1700000000000-b");
    assertThat(one).startsWith(other.substring(0, 14)).isNotEqualTo(other);
    assertThat(one.substring(14, 18)).isNotEqualTo(other.substring(14, 18));
  }

  @Test
  void an_id_without_a_time_is_possible() {
    assertThat(ids.ofNew("@ada", "odd")).matches(Names::isTask);
  }
}
