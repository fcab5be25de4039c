package dev.reveille.server.channel;

import static dev.reveille.server.store.Rows.T;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.TableContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The promises of every store about filters and mutes. */
class SubscriptionTableTest extends TableContract {
  @Test
  void an_agent_without_notices_has_a_row_also_if_it_hears_everything_else() {
    units.required("a", 1, new SetSubscription("@ann", "#a", null, false));
    units.required("a", 1, new SetSubscription("@ann", "#b", "{b}", false));
    units.required("a", 1, new SetSubscription("@ann", "#c", null, false));
    units.required("a", 1, new SetSubscription("@ann", "#c", null, true));
    units.await();
    assertThat(store.reads(SubscriptionReads.class).filters("@ann").subscriptions())
        .containsExactly(
            new SubscriptionReads.Subscription("#a", "", false),
            new SubscriptionReads.Subscription("#b", "{b}", false));
  }

  @Test
  void what_an_agent_hears_survives_a_restart() {
    units.required(
        "a",
        1,
        new SetSubscription("@ann", "#b", "{old}"),
        new SetSubscription("@ann", "#b", "{new}"),
        new SetSubscription("@ann", "#a", "{a}"),
        new SetSubscription("@ann", "#gone", "{x}"),
        new SetSubscription("@ann", "#gone", null),
        new SetMute("@ann", "@zoe", true, T),
        new SetMute("@ann", "@bob", true, T),
        new SetMute("@ann", "@bob", true, T + 1),
        new SetMute("@ann", "@cat", true, T),
        new SetMute("@ann", "@cat", false, T));
    units.await();
    reopenStore();

    assertThat(store.reads(SubscriptionReads.class).filters("@ann"))
        .isEqualTo(
            new SubscriptionReads.StoredFilters(
                List.of(
                    new SubscriptionReads.Subscription("#a", "{a}", true),
                    new SubscriptionReads.Subscription("#b", "{new}", true)),
                List.of("@bob", "@zoe")));
    assertThat(store.reads(SubscriptionReads.class).muted("@ann")).containsExactly("@bob", "@zoe");
    assertThat(store.reads(SubscriptionReads.class).filters("@bob"))
        .isEqualTo(new SubscriptionReads.StoredFilters(List.of(), List.of()));
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(SubscriptionTable.HEARD, SubscriptionTable.MUTED);
  }
}
