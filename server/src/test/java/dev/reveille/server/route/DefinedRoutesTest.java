package dev.reveille.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.RouteMessages;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.MemoryStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The routes of the settings, at each start of the server. */
class DefinedRoutesTest {
  private static final String ADA = "@ada";
  private static final String URL = "https://ops.example/wake";
  private static final String SECRET = "0123456789abcdef";
  private final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});

  private static DefinedRoute route(String policy, String target, String address) {
    var wish =
        new RouteMessages.Wish(
            "message", Priority.LOW, List.of(), List.of(), null, target, policy, null);
    return new DefinedRoute(wish, address, address.isEmpty() ? "" : SECRET);
  }

  /** The server starts with these routes in its settings. */
  private void start(DefinedRoute... defined) {
    var book = new RouteBook(ADA, store.reads(RouteReads.class));
    var heads = new RouteHeads.Heads(true, 5, 2);
    var writes = book.boot(heads);
    writes.addAll(book.define(List.of(defined), heads));
    var unit = Unit.required(writes, List.of(), List.of());
    store.submit(new Committer.Submission(new CellId("test", "x"), 1, unit));
    store.commitAll();
  }

  private List<WakeRoute> routes() {
    return store.reads(RouteReads.class).routes(ADA);
  }

  private List<WakeRoute> hooks() {
    return routes().stream().filter(each -> each.target() == RouteTarget.WEBHOOK).toList();
  }

  @Test
  void a_webhook_of_the_settings_is_set_once_and_goes_with_them() {
    var hook = route("immediate", "webhook", URL);
    start(hook);
    start(hook);
    assertThat(hooks()).hasSize(1);
    assertThat(hooks().getFirst().address()).isEqualTo(URL);
    assertThat(store.reads(RouteReads.class).secret(ADA, hooks().getFirst().n())).contains(SECRET);
    start();
    assertThat(hooks()).isEmpty();
    assertThat(routes()).hasSize(WakeRoute.TRIGGERS.size());
  }

  @Test
  void a_changed_route_of_each_seat_becomes_again_what_it_was() {
    start(route("silent", "seat", ""));
    assertThat(message().policy()).isEqualTo(WakePolicy.SILENT);
    start();
    assertThat(message().policy()).isEqualTo(WakePolicy.IMMEDIATE);
    assertThat(message().by()).isEqualTo(WakeRoute.SERVER);
  }

  private WakeRoute message() {
    var found = routes().stream().filter(each -> each.trigger() == WakeTrigger.MESSAGE).toList();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }
}
