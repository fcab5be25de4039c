package dev.reveille.server.identity;

import static dev.reveille.server.store.Rows.T;
import static dev.reveille.server.store.Rows.agent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.TableContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The promises of every store about agents. */
class AgentTableTest extends TableContract {
  @Test
  void agents_keep_their_key_and_first_time() {
    units.required("a", 1, agent("@ann", "ann", true, T));
    units.required("a", 1, agent("@eve", "eve", false, T));
    units.required("a", 1, new SaveAgent(new StoredAgent("@ann", "Anna", "other", T + 9, T + 9)));
    units.await();

    assertThat(store.reads(AgentReads.class).agent("@ann"))
        .contains(new StoredAgent("@ann", "Anna", "pem of @ann", T, T + 9));
    assertThat(store.reads(AgentReads.class).agent("@nobody")).isEmpty();
    assertThat(store.reads(AgentReads.class).agentsWithKey()).isEqualTo(1);
  }

  @Test
  void who_was_seen_last_comes_first() {
    units.required("a", 1, agent("@ann", "ann", true, T));
    units.required("a", 1, agent("@bob", "bob", true, T + 2));
    units.required("a", 1, agent("@cid", "cid", true, T + 1));
    units.await();

    assertThat(store.reads(AgentReads.class).lastSeen(10))
        .map(StoredAgent::id)
        .containsExactly("@bob", "@cid", "@ann");
    units.required("a", 1, new SaveAgent(new StoredAgent("@ann", "ann", "pem of @ann", T, T + 9)));
    units.await();
    assertThat(store.reads(AgentReads.class).lastSeen(2))
        .map(StoredAgent::id)
        .containsExactly("@ann", "@bob");
    assertThat(store.reads(AgentReads.class).lastSeen(0)).isEmpty();
    assertThat(store.reads(AgentReads.class).lastSeen(-1)).isEmpty();
  }

  @Test
  void agents_with_a_key_are_found_by_the_name_that_they_had_last() {
    units.required("a", 1, agent("@ann", "ann", true, T));
    units.required("a", 1, agent("@bob", "ann", true, T));
    units.required("a", 1, agent("@cid", "ann", false, T));
    units.await();
    assertThat(store.reads(AgentReads.class).lastSeenAs("ann", 9))
        .map(StoredAgent::id)
        .containsExactly("@ann", "@bob");
    assertThat(store.reads(AgentReads.class).lastSeenAs("ann", 1)).hasSize(1);
    assertThat(store.reads(AgentReads.class).lastSeenAs("Ann", 9)).isEmpty();
    units.required("a", 1, agent("@ann", "anna", true, T));
    units.await();
    assertThat(store.reads(AgentReads.class).lastSeenAs("ann", 9))
        .map(StoredAgent::id)
        .containsExactly("@bob");
  }

  @Test
  void words_in_a_text_mean_agents_with_a_key_by_id_or_by_their_last_name_in_any_case() {
    units.required("a", 1, agent("@0123456789abcdef", "Ann", true, T));
    units.required("a", 1, agent("@bob", "ANN", true, T + 2));
    units.required("a", 1, agent("@cid", "ann", false, T));
    units.required("a", 1, agent("@dan", "dan", true, T));
    units.await();
    assertThat(meantBy("ann", 9)).containsExactly("@bob", "@0123456789abcdef");
    assertThat(meantBy("ann", 1)).as("the last one seen").containsExactly("@bob");
    assertThat(meantBy("0123456789abcdef", 9)).containsExactly("@0123456789abcdef");
    assertThat(meantBy("0123456789abcdee", 9)).isEmpty();
    assertThat(meantBy("nobody", 9)).isEmpty();
    assertThat(store.reads(AgentReads.class).meantBy(List.of(), 9)).isEmpty();
    assertThat(store.reads(AgentReads.class).meantBy(List.of("dan", "ann", "x"), 9))
        .map(StoredAgent::id)
        .containsExactly("@dan", "@bob", "@0123456789abcdef");
  }

  private List<String> meantBy(String word, int limit) {
    return store.reads(AgentReads.class).meantBy(List.of(word), limit).stream()
        .map(StoredAgent::id)
        .toList();
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(
        AgentTable.AGENT, AgentTable.LAST_SEEN_AS, AgentTable.WITH_KEY, AgentTable.LAST_SEEN_LIKE);
    assertWalked(AgentTable.AGENTS_WITH_KEY, AgentTable.LAST_SEEN);
  }
}
