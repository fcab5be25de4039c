package dev.reveille.server.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class EventKindsTest {
  private static final EventKind ADDED =
      EventKind.of("reaction.added", "reacted with {emoji}").in("reactions", EventKind.LIMITS);
  private static final EventKind FAMILY = EventKind.of("admin.*", "admin").in("orders");

  private final EventKinds kinds =
      new EventKinds(List.of(Facet.of("reactions", ADDED), Facet.of("admin", FAMILY)));

  @Test
  void a_kind_is_found_by_its_name_or_by_its_family() {
    assertThat(kinds.find("reaction.added")).contains(ADDED);
    assertThat(kinds.find("reaction.removed")).isEmpty();
    assertThat(kinds.find("admin.kick")).contains(FAMILY);
    assertThat(kinds.find("admin")).isEmpty();
  }

  @Test
  void a_group_names_the_kinds_that_it_finds_as_a_query_does() {
    assertThat(kinds.groups())
        .containsEntry("reactions", List.of("reaction.added"))
        .containsEntry("limits hit", List.of("reaction.added"))
        .containsEntry("orders", List.of("admin"));
  }

  @Test
  void two_facets_cannot_have_the_same_kind() {
    var twice = List.of(Facet.of("a", ADDED), Facet.of("b", ADDED));
    assertThatThrownBy(() -> new EventKinds(twice)).hasMessageContaining("reaction.added");
  }
}
