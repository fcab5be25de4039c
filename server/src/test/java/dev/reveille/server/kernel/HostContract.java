package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of every host. */
abstract class HostContract extends HostFixture {
  @Test
  void commands_of_one_caller_are_handled_in_order_and_so_are_their_effects() {
    for (int i = 1; i <= 200; i++) host().tell(counter("a"), new Add(1));
    settle();
    assertThat(said("a"))
        .isEqualTo(IntStream.rangeClosed(1, 200).mapToObj(i -> "sum " + i).toList());
  }

  @Test
  void an_effect_without_writes_keeps_its_place_among_the_others() {
    host().tell(counter("a"), new Add(1));
    host().tell(counter("a"), new Say("between"));
    host().tell(counter("a"), new Add(1));
    settle();
    assertThat(said("a")).containsExactly("sum 1", "between", "sum 2");
  }

  @Test
  void an_asker_is_answered_once_its_units_are_durable() {
    assertThat(answer(counter("a"), new Add(3))).isEqualTo(new Sum(3));
    assertThat(said("a")).containsExactly("sum 3");
  }

  @Test
  void what_a_called_cell_does_comes_after_the_callers_earlier_units() {
    host().tell(relay("r"), new Relay("a", new Add(1)));
    settle();
    assertThat(effects())
        .containsExactly(said("r", "before"), said("a", "sum 1"), said("r", "after 1"));
  }

  @Test
  void a_cell_that_waits_for_an_answer_handles_nothing_else() {
    for (int i = 0; i < 20; i++) {
      host().tell(relay("r"), new Relay("a", new Add(1)));
      host().tell(relay("r"), new Say("next"));
    }
    settle();
    var expected = new ArrayList<String>();
    for (int i = 1; i <= 20; i++) expected.addAll(List.of("before", "after " + i, "next"));
    assertThat(said("r")).isEqualTo(expected);
  }

  @Test
  void a_refused_unit_has_no_effect_but_its_otherwise() {
    failOn(7);
    assertThat(failure(counter("a"), new Add(7))).isInstanceOf(Refusal.class);
    assertThat(said("a")).containsExactly("refused 7");
  }

  @Test
  void after_a_refusal_the_cell_starts_from_what_is_durable() {
    answer(counter("a"), new Add(1));
    failOn(7);
    var first = host().ask(counter("a"), new Add(7)).toCompletableFuture();
    var second = host().ask(counter("a"), new Add(1)).toCompletableFuture();
    settle();
    failOn(-1);
    assertThat(first).isCompletedExceptionally();
    assertThat(answer(counter("a"), new Add(1)))
        .as("one or two, never eight or nine")
        .isEqualTo(new Sum(second.isCompletedExceptionally() ? 2 : 3));
  }

  @Test
  void a_cell_that_rested_after_a_refusal_stores_again() {
    failOn(7);
    assertThat(failure(counter("a"), new Add(7))).isInstanceOf(Refusal.class);
    failOn(-1);
    rest();
    assertThat(answer(counter("a"), new Add(2))).isEqualTo(new Sum(2));
    rest();
    assertThat(answer(counter("a"), new Add(2))).isEqualTo(new Sum(4));
  }

  @Test
  void the_caller_of_a_refused_unit_takes_back_what_it_made_of_the_answer() {
    failOn(7);
    host().tell(relay("r"), new Relay("a", new Add(7)));
    settle();
    assertThat(said("r")).containsExactly("before", "after 7", "undone 7");
  }

  @Test
  void a_call_that_is_durable_is_not_taken_back() {
    host().tell(relay("r"), new Relay("a", new Add(7)));
    settle();
    assertThat(said("r")).containsExactly("before", "after 7");
  }

  @Test
  void calls_are_taken_back_in_the_order_in_which_they_were_made() {
    answer(counter("b"), new Add(1));
    answer(counter("c"), new Add(2));
    failOn(7);
    for (var name : List.of("a", "b", "c")) host().tell(relay("r"), new Relay(name, new Add(7)));
    settle();
    assertThat(said("r").stream().filter(word -> word.startsWith("undone")))
        .containsExactly("undone 7", "undone 8", "undone 9");
  }

  @Test
  void a_cell_that_was_loaded_again_takes_back_nothing_of_the_one_before_it() {
    failOn(7);
    host().tell(relay("r"), new ExplodeLater("r", "a", 7));
    host().tell(relay("r"), new Relay("b", new Add(7)));
    settle();
    assertThat(said("a")).containsExactly("refused 7");
    assertThat(said("r")).containsExactly("not handled", "before", "after 7", "undone 7");
  }

  @Test
  void another_cells_refusal_concerns_nobody_else() {
    failOn(7);
    host().tell(counter("a"), new Add(7));
    host().tell(counter("b"), new Add(1));
    settle();
    assertThat(said("b")).containsExactly("sum 1");
  }

  @Test
  void a_best_effort_unit_that_fails_costs_only_its_writes() {
    failOn(7);
    host().tell(counter("a"), new Add(1));
    host().tell(counter("a"), new AddLeniently(7));
    host().tell(counter("a"), new Add(2));
    settle();
    assertThat(said("a")).containsExactly("sum 1", "tried 7", "sum 3");
  }

  @Test
  void a_cell_that_throws_is_loaded_again_and_its_asker_is_told() {
    answer(counter("a"), new Add(2));
    var stage = host().ask(counter("a"), new Explode()).toCompletableFuture();
    settle();
    assertThatThrownBy(stage::get).isInstanceOf(ExecutionException.class);
    assertThat(answer(counter("a"), new Add(1))).isEqualTo(new Sum(3));
  }

  @Test
  void a_caller_never_waits_for_a_cell_that_throws() {
    host().tell(relay("r"), new Relay("a", new Explode()));
    host().tell(relay("r"), new Say("alive"));
    settle();
    assertThat(said("r")).containsExactly("before", "after Unavailable", "alive");
  }

  @Test
  void what_is_to_be_said_of_a_command_that_is_not_handled_has_its_place_in_the_order() {
    host().tell(counter("a"), new Add(2));
    host().tell(counter("a"), new ExplodeAloud("a"));
    host().tell(counter("a"), new Add(1));
    settle();
    assertThat(said("a")).containsExactly("sum 2", "not handled", "sum 3");
  }

  @Test
  void it_is_said_also_if_the_cell_cannot_be_loaded_or_fails_when_it_goes_on() {
    host().tell(counter("unreadable"), new ExplodeAloud("u"));
    host().tell(relay("r"), new ExplodeLater("r", "a", 1));
    settle();
    assertThat(said("u")).containsExactly("not handled");
    assertThat(said("r")).containsExactly("not handled");
  }

  @Test
  void it_is_said_also_behind_a_refused_unit() {
    failOn(7);
    host().tell(counter("a"), new Add(7));
    host().tell(counter("a"), new ExplodeAloud("a"));
    settle();
    assertThat(said("a")).containsExactly("refused 7", "not handled");
  }

  @Test
  void an_asker_learns_of_the_failure_after_it_was_said() {
    var stage = host().ask(counter("a"), new ExplodeAloud("a")).toCompletableFuture();
    var when = stage.handle((_, _) -> said("a"));
    settle();
    assertThat(stage).isCompletedExceptionally();
    assertThat(when.join()).containsExactly("not handled");
  }

  @Test
  void a_caller_speaks_for_itself_when_the_called_cell_throws() {
    host().tell(relay("r"), new Relay("a", new ExplodeAloud("a")));
    settle();
    assertThat(said("r")).containsExactly("before", "after Unavailable");
    assertThat(said("a")).isEmpty();
  }

  @Test
  void effects_of_different_cells_do_not_wait_for_each_other() {
    for (int i = 0; i < 50; i++) host().tell(counter("a" + i), new Add(i));
    settle();
    assertThat(effects()).hasSize(50);
    assertThat(Objects.requireNonNull(effects().getFirst())).isInstanceOf(Said.class);
  }

  private CompletableFuture<Answer> deliver(CellId to, Command command, int number) {
    var stage = host().deliver(to, command, new Handled(number)).toCompletableFuture();
    settle();
    return stage;
  }

  @Test
  void a_delivered_command_is_marked_as_handled_with_what_it_stored() {
    assertThat(deliver(counter("a"), new Add(3), 1)).isCompletedWithValue(new Sum(3));
    assertThat(durable(counter("a"))).containsExactly(new Figure(3), new Handled(1));
    assertThat(said("a")).containsExactly("sum 3");
  }

  @Test
  void all_units_of_its_last_step_are_stored_together_or_not_at_all() {
    failOn(7);
    assertThat(deliver(counter("a"), new AddEach(List.of(1, 2, 7)), 1)).isCompletedExceptionally();
    assertThat(durable(counter("a"))).isEmpty();
    assertThat(said("a")).containsExactly("refused 1", "refused 2", "refused 7");
    failOn(-1);
    assertThat(deliver(counter("a"), new AddEach(List.of(1, 2, 7)), 1)).isCompleted();
    assertThat(durable(counter("a")))
        .containsExactly(new Figure(1), new Figure(2), new Figure(7), new Handled(1));
    assertThat(said("a")).endsWith("sum 1", "sum 3", "sum 10", "added");
  }

  @Test
  void a_delivered_command_without_a_unit_is_marked_by_itself() {
    assertThat(deliver(counter("a"), new Ignore(), 1)).isCompleted();
    assertThat(deliver(counter("a"), new Say("x"), 2)).isCompleted();
    assertThat(durable(counter("a"))).containsExactly(new Handled(1), new Handled(2));
    assertThat(said("a")).containsExactly("x");
  }

  @Test
  void a_delivered_command_that_calls_is_marked_after_the_last_answer() {
    assertThat(deliver(relay("r"), new Relay("a", new Add(1)), 1)).isCompleted();
    assertThat(durable(relay("r"))).containsExactly(new Handled(1));
    assertThat(effects())
        .containsExactly(said("r", "before"), said("a", "sum 1"), said("r", "after 1"));
  }

  @Test
  void a_delivered_command_that_is_not_handled_is_not_marked_and_nobody_is_told() {
    assertThat(deliver(counter("a"), new ExplodeAloud("a"), 1)).isCompletedExceptionally();
    assertThat(deliver(counter("unreadable"), new Add(1), 2)).isCompletedExceptionally();
    assertThat(deliver(relay("r"), new ExplodeLater("r", "b", 1), 3)).isCompletedExceptionally();
    for (var cell : List.of(counter("a"), counter("unreadable"), relay("r"))) {
      assertThat(durable(cell)).isEmpty();
    }
    assertThat(said("a")).isEmpty();
    assertThat(said("r")).isEmpty();
  }

  @Test
  void what_was_decided_after_a_refused_unit_is_not_marked() {
    failOn(7);
    host().tell(counter("a"), new Add(7));
    var stage = host().deliver(counter("a"), new Ignore(), new Handled(1)).toCompletableFuture();
    settle();
    boolean afterReload = !stage.isCompletedExceptionally();
    assertThat(durable(counter("a")))
        .as("marked only by a cell that was loaded after the refusal")
        .isEqualTo(afterReload ? List.of(new Handled(1)) : List.of());
  }
}
