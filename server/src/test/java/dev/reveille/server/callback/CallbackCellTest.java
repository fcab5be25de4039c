package dev.reveille.server.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.MemoryStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallbackCellTest {
  private static final SessionId FIRST = new SessionId("n", 1);
  private static final String SECRET = "what nobody else may read";

  private final ManualClock clock = new ManualClock();
  private final Map<String, DurableCallbackTimers.Phase> phases = new HashMap<>();
  private CallbackCell cell = load(new MemoryStore(AllMemoryTables.make(), () -> {}));

  private CallbackCell load(MemoryStore store) {
    return CallbackCell.load(
        "@ada",
        3,
        clock,
        store,
        id -> phases.getOrDefault(id, DurableCallbackTimers.Phase.WAITING));
  }

  private Step due(String id) {
    phases.put(id, DurableCallbackTimers.Phase.DUE);
    return cell.handle(new CallbackCommand.Due(id));
  }

  private Step cancel(String id) {
    return cell.handle(new CallbackCommand.Cancel(FIRST, id));
  }

  private StoredCallback callback(String id, @Nullable String channel, long seconds) {
    long now = clock.wallMillis();
    return new StoredCallback(id, "@ada", channel, SECRET, now + seconds * 1000, now, null);
  }

  private Step keep(String id, long seconds) {
    return cell.handle(new CallbackCommand.Keep(FIRST, callback(id, null, seconds), null));
  }

  private static <T> List<T> effects(Step step, Class<T> kind) {
    return step.units().stream()
        .flatMap(u -> Stream.concat(u.effects().stream(), u.otherwise().stream()))
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  private static boolean refused(Step step) {
    return step.answer() instanceof ChatAnswer.Refused;
  }

  @Test
  void its_timer_and_not_the_wall_clock_says_whether_it_is_due() {
    keep("a", 600);
    clock.jumpWall(Duration.ofDays(1));
    assertThat(cell.handle(new CallbackCommand.Due("a")).answer()).isEqualTo(new ChatAnswer.Done());
    assertThat(due("a").answer()).isInstanceOf(Fires.class);
  }

  @Test
  void one_that_was_due_is_still_due_when_the_cell_is_loaded_again() {
    var store = new MemoryStore(AllMemoryTables.make(), () -> {});
    var old = callback("a", null, 600);
    store.submit(
        new Committer.Submission(
            CallbackCell.at("@ada"),
            1,
            Unit.required(List.of(new SaveCallback(old)), List.of(), List.of())));
    store.commitAll();
    clock.jumpWall(Duration.ofDays(-1));
    cell = load(store);
    assertThat(due("a").answer()).isEqualTo(new Fires(old));
  }

  @Test
  void one_that_fires_while_it_is_cancelled_is_tried_again_until_the_store_has_decided() {
    keep("a", 5);
    assertThat(refused(cancel("a"))).isFalse();
    // If the store refuses the cancellation, the callback is still there and nobody else fires it.
    assertThat(refused(due("a"))).isTrue();
    phases.put("a", DurableCallbackTimers.Phase.NONE);
    assertThat(refused(cell.handle(new CallbackCommand.Due("a")))).isFalse();
  }

  @Test
  void what_has_fired_can_no_longer_be_cancelled_and_is_not_listed() {
    keep("a", 5);
    keep("b", 6);
    due("a");
    assertThat(refused(cancel("a"))).isTrue();
    var listed =
        effects(cell.handle(new CallbackCommand.Report(FIRST)), DeliveryEffect.ToSession.class);
    assertThat(listed.toString()).contains("cbId=b").doesNotContain("cbId=a");
  }

  @Test
  void no_event_holds_a_payload() {
    var steps =
        Stream.of(
            keep("a", 5),
            keep("b", 5),
            cell.handle(new CallbackCommand.Keep(FIRST, callback("c", "#general", 5), null)),
            cell.handle(new CallbackCommand.Drop("c", "callback.dropped", "CHANNEL")),
            cancel("b"));
    var events =
        steps
            .flatMap(s -> s.units().stream())
            .flatMap(u -> u.writes().stream())
            .filter(AppendEvent.class::isInstance)
            .toList();
    assertThat(events).hasSize(5).noneMatch(e -> e.toString().contains(SECRET));
  }

  @Test
  void one_is_handed_out_until_it_is_an_entry_and_can_not_be_cancelled_meanwhile() {
    for (var stream : new @Nullable String[] {"#general", null}) {
      var callback = callback("a", stream, 5);
      phases.clear();
      cell.handle(new CallbackCommand.Keep(FIRST, callback, null));
      assertThat(due("a").answer()).isEqualTo(new Fires(callback));
      assertThat(refused(cancel("a"))).isTrue();
      assertThat(due("a").answer()).as("tried again").isEqualTo(new Fires(callback));
      phases.put("a", DurableCallbackTimers.Phase.NONE);
      cell.handle(new CallbackCommand.Said("a"));
      assertThat(cell.handle(new CallbackCommand.Due("a")).answer())
          .isEqualTo(new ChatAnswer.Done());
    }
  }

  @Test
  void one_that_waits_for_its_agents_rate_or_for_room_can_be_cancelled() {
    cell.handle(new CallbackCommand.Keep(FIRST, callback("a", "#general", 5), null));
    due("a");
    phases.put("a", DurableCallbackTimers.Phase.WAITING);
    assertThat(refused(cancel("a"))).isFalse();
  }
}
