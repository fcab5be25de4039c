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
        EntryTable.AFTER,
        EntryTable.BEFORE,
        EntryTable.HEAD,
        AgentTable.AGENT,
        KeyTable.KEY,
        KeyTable.KEYS,
        ChannelTable.CHANNEL,
        ChannelTable.MEMBERSHIPS,
        ChannelTable.INVITED,
        MailTable.MAILBOX,
        EntryTable.CLIENT_KEYS,
        SubscriptionTable.HEARD,
        ModerationTable.GAG,
        Pruning.DELIVERED,
        SubscriptionTable.MUTED,
        ModerationTable.SLOW_MODE,
        EventTable.EVENTS,
        EventTable.EVENTS_BEFORE,
        EventTable.NEXT_MOMENT,
        Pruning.STREAMS,
        Pruning.OLDEST_MESSAGES,
        SkillTable.SKILL_FIELDS,
        EventTable.AUDIT_AFTER,
        AdminTable.LIST_FILE,
        CallbackTable.CALLBACKS,
        CallbackTable.CALLBACKS_AFTER,
        AgentTable.LAST_SEEN_AS
      })
  void finds_its_rows_by_an_index_and_sorts_nothing(String query) {
    assertThat(plan(query))
        .anyMatch(step -> step.startsWith("SEARCH"))
        .noneMatch(step -> step.startsWith("SCAN") && !step.equals("SCAN CONSTANT ROW"))
        .noneMatch(step -> step.contains("TEMP B-TREE"));
  }

  @Test
  void finds_messages_by_their_places_in_the_feed() {
    finds_its_rows_by_an_index_and_sorts_nothing(EntryTable.ENTRIES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ChannelTable.CHANNELS,
        AgentTable.AGENTS_WITH_KEY,
        AgentTable.LAST_SEEN,
        Pruning.OLDEST_EVENTS,
        EventTable.AUDIT_NEWEST,
        AdminTable.BANS,
        AdminTable.APPROVALS,
        SkillTable.SKILLS
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
