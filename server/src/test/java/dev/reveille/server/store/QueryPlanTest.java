package dev.reveille.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryPlanTest {
  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        Queries.AFTER,
        Queries.BEFORE,
        Queries.HEAD,
        Queries.AGENT,
        Queries.KEY,
        Queries.KEYS,
        Queries.CHANNEL,
        Queries.MEMBERSHIPS,
        Queries.INVITED,
        Queries.MAILBOX,
        Queries.CLIENT_KEYS,
        Queries.ATTENTION,
        Queries.MUTED,
        Queries.SLOW_MODE,
        Queries.EVENTS,
        Queries.EVENTS_BEFORE,
        Queries.NEXT_MOMENT,
        Queries.STREAMS,
        Queries.OLDEST_MESSAGES,
        Queries.SKILL_FIELDS,
        Queries.AUDIT_AFTER,
        Queries.LIST_FILE,
        Queries.CALLBACKS,
        Queries.CALLBACKS_AFTER,
        Queries.LAST_SEEN_AS
      })
  void finds_its_rows_by_an_index_and_sorts_nothing(String query) {
    assertThat(plan(query))
        .anyMatch(step -> step.startsWith("SEARCH"))
        .noneMatch(step -> step.startsWith("SCAN") && !step.equals("SCAN CONSTANT ROW"))
        .noneMatch(step -> step.contains("TEMP B-TREE"));
  }

  @Test
  void finds_messages_by_their_places_in_the_feed() {
    finds_its_rows_by_an_index_and_sorts_nothing(Queries.MESSAGES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        Queries.CHANNELS,
        Queries.AGENTS_WITH_KEY,
        Queries.LAST_SEEN,
        Queries.OLDEST_EVENTS,
        Queries.AUDIT_NEWEST,
        Queries.BANS,
        Queries.APPROVALS,
        Queries.SKILLS
      })
  void walks_an_index_in_order_where_all_or_the_first_rows_are_asked_for(String query) {
    assertThat(plan(query)).hasSize(1).noneMatch(step -> step.contains("TEMP B-TREE"));
    assertThat(plan(query).getFirst()).matches("SCAN \\w+( USING (COVERING )?INDEX \\w+)?");
  }

  private List<String> plan(String query) {
    try (var store = JdbcStore.open(folder.resolve("plan.db"))) {
      return store.read(
          reader -> {
            long holes = query.chars().filter(c -> c == '?').count();
            var values = Collections.nCopies((int) holes, 1).toArray();
            return reader.list(
                "EXPLAIN QUERY PLAN " + query, row -> row.getString("detail"), values);
          });
    }
  }
}
