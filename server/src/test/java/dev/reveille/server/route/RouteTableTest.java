package dev.reveille.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Priority;
import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.store.TableContract;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of every store about wake routes. */
class RouteTableTest extends TableContract {
  private static final String ADA = "@ada";

  private RouteReads reads() {
    return store.reads(RouteReads.class);
  }

  private static WakeRoute route(String identity, long n, String address) {
    return new WakeRoute(
        identity,
        n,
        WakeTrigger.MESSAGE,
        new RouteFilter(Priority.HIGH, List.of("@bob"), List.of("build"), "m1").text(),
        RouteTarget.WEBHOOK,
        address,
        WakePolicy.NEXT_TURN,
        5_000,
        new RouteMarks(1, 2, 3, 4),
        1,
        "it answered 404",
        "@ada");
  }

  private void save(WakeRoute route, @Nullable String secret) {
    units.required("a" + route.n() + route.address(), 1, new SaveRoute(route, secret));
    units.await();
  }

  @Test
  void routes_survive_with_everything_and_are_found_by_their_identity() {
    save(route(ADA, 2, "b"), "secret two");
    save(route(ADA, 1, "a"), null);
    save(route("@bob", 1, "a"), null);
    units.required("a", 1, new SaveRouteBook(ADA, 3));
    units.await();
    reopenStore();
    assertThat(reads().routes(ADA)).containsExactly(route(ADA, 1, "a"), route(ADA, 2, "b"));
    assertThat(reads().routesAfter("", 0, 2))
        .containsExactly(route(ADA, 1, "a"), route(ADA, 2, "b"));
    assertThat(reads().routesAfter(ADA, 1, 9))
        .containsExactly(route(ADA, 2, "b"), route("@bob", 1, "a"));
    assertThat(reads().next(ADA)).hasValue(3);
    assertThat(reads().next("@bob")).isEmpty();
    assertThat(reads().secret(ADA, 2)).contains("secret two");
    assertThat(reads().secret(ADA, 1)).isEmpty();
    assertThat(reads().routes(ADA).getFirst().key().filter().tags()).containsExactly("build");
  }

  @Test
  void behaviour_46_the_store_refuses_a_second_route_of_one_key() {
    save(route(ADA, 1, "a"), null);
    units.required("b", 1, new SaveRoute(route(ADA, 2, "a"), null));
    units.required("c", 1, new SaveRoute(route(ADA, 3, "c"), null));
    units.await();
    assertThat(reads().routes(ADA)).extracting(WakeRoute::n).containsExactly(1L, 3L);
  }

  @Test
  void a_change_keeps_the_secret_and_a_removal_removes_it() {
    save(route(ADA, 1, "a"), "secret");
    save(route(ADA, 1, "a").wished(WakePolicy.SILENT, -1, "@cy"), null);
    assertThat(reads().routes(ADA).getFirst().policy()).isEqualTo(WakePolicy.SILENT);
    assertThat(reads().routes(ADA).getFirst().degraded()).isNull();
    assertThat(reads().secret(ADA, 1)).contains("secret");
    units.required("d", 1, new DeleteRoute(ADA, 1), new DeleteRoute(ADA, 9));
    units.await();
    assertThat(reads().routes(ADA)).isEmpty();
    assertThat(reads().secret(ADA, 1)).isEmpty();
  }

  @Test
  void rows_are_found_by_an_index() {
    assertSearched(WakeRouteTable.OF, WakeRouteTable.NEXT, WakeRouteTable.SECRET);
  }
}
