package dev.reveille.server.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.TimerEffect;
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
  private static final SessionId SECOND = new SessionId("n", 2);
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

  private Step due(String id, @Nullable SessionId session) {
    phases.put(id, DurableCallbackTimers.Phase.DUE);
    return cell.handle(new CallbackCommand.Due(id, session));
  }

  private StoredCallback callback(String id, @Nullable String channel, long seconds) {
    long now = clock.wallMillis();
    return new StoredCallback(id, "@ada", channel, SECRET, now + seconds * 1000, now, null);
  }

  private Step keep(String id, long seconds) {
    return cell.handle(new CallbackCommand.Keep(FIRST, callback(id, null, seconds)));
  }

  private static List<FiringEffect.Fire> fires(Step step) {
    return effects(step, FiringEffect.Fire.class);
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
  void one_that_is_due_while_its_agent_arrives_fires_once() {
    keep("a", 5);
    clock.advance(Duration.ofSeconds(5));
    due("a", null);
    assertThat(fires(cell.handle(new CallbackCommand.Open(FIRST)))).hasSize(1);
    assertThat(fires(due("a", FIRST))).isEmpty();
    assertThat(fires(cell.handle(new CallbackCommand.Open(SECOND)))).as("not taken yet").hasSize(1);
    cell.handle(new CallbackCommand.Delivered("a"));
    assertThat(fires(cell.handle(new CallbackCommand.Open(SECOND)))).isEmpty();
  }

  @Test
  void one_whose_timer_has_fired_comes_late_to_who_arrives_before_the_cell_is_told() {
    phases.put("a", DurableCallbackTimers.Phase.DUE);
    keep("a", 5);
    keep("b", 5);
    clock.advance(Duration.ofSeconds(7));
    var fired = fires(cell.handle(new CallbackCommand.Open(FIRST)));
    assertThat(fired).hasSize(1);
    assertThat(fired.getFirst().message().extras()).contains("\"cb_late_ms\":2000");
    assertThat(fires(due("a", FIRST))).isEmpty();
  }

  @Test
  void its_timer_and_not_the_wall_clock_says_whether_it_is_due_for_one_who_returns() {
    keep("a", 600);
    clock.jumpWall(Duration.ofDays(1));
    assertThat(fires(cell.handle(new CallbackCommand.Open(SECOND)))).isEmpty();
    assertThat(fires(due("a", SECOND))).hasSize(1);
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
    phases.put("a", DurableCallbackTimers.Phase.DUE);
    var again = load(store);
    var fired = fires(again.handle(new CallbackCommand.Open(SECOND)));
    assertThat(fired).hasSize(1);
    assertThat(fired.getFirst().message().extras()).contains("\"cb_late_ms\":0");
  }

  @Test
  void one_that_fires_while_it_is_cancelled_is_tried_again_until_the_store_has_decided() {
    cell.handle(new CallbackCommand.Keep(FIRST, callback("a", "#ops", 5)));
    assertThat(refused(cell.handle(new CallbackCommand.Cancel(FIRST, FIRST, "a")))).isFalse();
    // If the store refuses the cancellation, the callback is still there and nobody else fires it.
    assertThat(refused(due("a", FIRST))).isTrue();
    phases.put("a", DurableCallbackTimers.Phase.NONE);
    assertThat(refused(cell.handle(new CallbackCommand.Due("a", FIRST)))).isFalse();
  }

  @Test
  void what_has_fired_can_no_longer_be_cancelled_and_is_not_listed() {
    keep("a", 5);
    keep("b", 6);
    assertThat(fires(due("a", FIRST))).hasSize(1);
    assertThat(refused(cell.handle(new CallbackCommand.Cancel(FIRST, FIRST, "a")))).isTrue();
    var listed =
        effects(
            cell.handle(new CallbackCommand.Report(FIRST, FIRST)), DeliveryEffect.ToSession.class);
    assertThat(listed.toString()).contains("cbId=b").doesNotContain("cbId=a");
  }

  @Test
  void one_that_is_cancelled_just_before_its_time_does_not_fire() {
    keep("a", 5);
    assertThat(refused(cell.handle(new CallbackCommand.Cancel(FIRST, FIRST, "a")))).isFalse();
    assertThat(fires(due("a", FIRST))).isEmpty();
    assertThat(fires(cell.handle(new CallbackCommand.Open(SECOND)))).isEmpty();
  }

  @Test
  void no_event_holds_a_payload() {
    var steps =
        Stream.of(
            keep("a", 5),
            keep("b", 5),
            cell.handle(new CallbackCommand.Keep(FIRST, callback("c", "#general", 5))),
            cell.handle(new CallbackCommand.Drop("c", "callback.dropped", "CHANNEL")),
            cell.handle(new CallbackCommand.Cancel(FIRST, FIRST, "b")),
            cell.handle(new CallbackCommand.Delivered("a")));
    var events =
        steps
            .flatMap(s -> s.units().stream())
            .flatMap(u -> u.writes().stream())
            .filter(AppendEvent.class::isInstance)
            .toList();
    assertThat(events).hasSize(6).noneMatch(e -> e.toString().contains(SECRET));
  }

  @Test
  void one_for_a_channel_is_handed_out_until_it_was_said_and_can_not_be_cancelled_meanwhile() {
    var callback = callback("a", "#general", 5);
    cell.handle(new CallbackCommand.Keep(FIRST, callback));
    assertThat(due("a", null).answer()).isEqualTo(new Fires(callback));
    assertThat(refused(cell.handle(new CallbackCommand.Cancel(FIRST, FIRST, "a")))).isTrue();
    assertThat(due("a", FIRST).answer()).as("tried again").isEqualTo(new Fires(callback));
    phases.put("a", DurableCallbackTimers.Phase.NONE);
    cell.handle(new CallbackCommand.Said("a"));
    assertThat(cell.handle(new CallbackCommand.Due("a", null)).answer())
        .isEqualTo(new ChatAnswer.Done());
  }

  @Test
  void one_that_waits_for_its_agents_rate_can_be_cancelled() {
    cell.handle(new CallbackCommand.Keep(FIRST, callback("a", "#general", 5)));
    due("a", null);
    phases.put("a", DurableCallbackTimers.Phase.WAITING);
    assertThat(refused(cell.handle(new CallbackCommand.Cancel(FIRST, FIRST, "a")))).isFalse();
  }

  @Test
  void one_that_its_agent_has_is_not_sent_again_while_its_row_can_not_be_removed() {
    var store = new MemoryStore(AllMemoryTables.make(), () -> {});
    cell = load(store);
    var kept = keep("a", 5).units().getFirst();
    store.submit(new Committer.Submission(CallbackCell.at("@ada"), 1, kept));
    store.commitAll();
    assertThat(fires(due("a", FIRST))).hasSize(1);
    var removal = cell.handle(new CallbackCommand.Delivered("a")).units().getFirst();
    assertThat(removal.otherwise())
        .containsExactly(
            new TimerEffect.Retry(
                DurableCallbackTimers.timer("@ada", "a"), DurableCallbackTimers.HAS_IT));
    phases.put("a", DurableCallbackTimers.Phase.TAKEN);
    cell = load(store);
    assertThat(fires(cell.handle(new CallbackCommand.Open(SECOND)))).isEmpty();
    assertThat(fires(cell.handle(new CallbackCommand.Due("a", SECOND)))).isEmpty();
    assertThat(refused(cell.handle(new CallbackCommand.Cancel(SECOND, SECOND, "a")))).isTrue();
    assertThat(cell.handle(new CallbackCommand.Delivered("a")).units().getFirst().writes())
        .contains(new RemoveCallback("a"));
  }
}
