package dev.reveille.server.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A host under test with two kinds of cell: one that counts and one that relays. */
abstract class HostFixture {
  abstract Host host();

  /** Returns once nothing is left to do. */
  abstract void settle();

  /** The effects so far, in the order they were carried out. */
  abstract List<Effect> effects();

  /** Forgets every cell that loses nothing by it. */
  abstract void rest();

  /** From now on units that write this number fail; none if negative. */
  abstract void failOn(int number);

  /** The durable writes of a cell, in the order of the commits. */
  abstract List<Write> durable(CellId cell);

  record Add(int number) implements Command {}

  record AddLeniently(int number) implements Command {}

  record Say(String word) implements Command {}

  record Explode() implements Command {}

  /** Explodes too, but somebody waits for a word. */
  record ExplodeAloud(String cell) implements Command {
    @Override
    public List<Effect> unhandled() {
      return List.of(new Said(cell, "not handled"));
    }
  }

  /** Explodes when its call is answered. */
  record ExplodeLater(String cell, String counter, int number) implements Command {
    @Override
    public List<Effect> unhandled() {
      return List.of(new Said(cell, "not handled"));
    }
  }

  /** Relays: says before, calls the counter, says after. */
  record Relay(String counter, Command command) implements Command {}

  /** Adds the numbers in units of their own, and then says something. */
  record AddEach(List<Integer> numbers) implements Command {}

  /** Has no effect at all. */
  record Ignore() implements Command {}

  record Figure(int number) implements Write {}

  /** Says that a delivered command is handled. */
  record Handled(int number) implements Write {}

  record Sum(int sum) implements Answer {}

  record Said(String cell, String word) implements Effect {}

  static final String COUNTER = "counter";
  static final String RELAY = "relay";

  static CellId counter(String name) {
    return new CellId(COUNTER, name);
  }

  static CellId relay(String name) {
    return new CellId(RELAY, name);
  }

  /** Its state is the sum of the numbers written; it says the sum after each. */
  static final class Counter implements Cell {
    private final String name;
    private int sum;

    Counter(String name, List<Write> durable) {
      this.name = name;
      for (var write : durable) if (write instanceof Figure(var number)) sum += number;
    }

    @Override
    public Step handle(Command command) {
      return switch (command) {
        case Add(var number) -> {
          sum += number;
          yield Step.answer(
              new Sum(sum),
              Unit.required(
                  List.of(new Figure(number)),
                  List.of(new Said(name, "sum " + sum)),
                  List.of(new Said(name, "refused " + number))));
        }
        case AddLeniently(var number) ->
            Step.answer(
                new Sum(sum),
                Unit.bestEffort(
                    List.of(new Figure(number)), List.of(new Said(name, "tried " + number))));
        case Say(var word) ->
            Step.answer(new Sum(sum), Unit.barrier(List.of(new Said(name, word))));
        case AddEach(var numbers) -> {
          var units = new ArrayList<Unit>();
          for (int number : numbers) units.addAll(handle(new Add(number)).units());
          units.addAll(handle(new Say("added")).units());
          yield new Step(units, new Sum(sum), null);
        }
        case Ignore() -> Step.none();
        default -> throw new IllegalStateException("on purpose");
      };
    }

    @Override
    public boolean mayUnload() {
      return sum % 2 == 0;
    }
  }

  /** Calls a counter. */
  static final class Relayer implements Cell {
    private final String name;
    private final Calls<Answer> calls = new Calls<>(answer -> answer);

    Relayer(String name) {
      this.name = name;
    }

    @Override
    public Step handle(Command command) {
      return switch (command) {
        case Relay(var counter, var inner) ->
            calls
                .to(counter(counter), inner)
                .ifUndone(answer -> say("undone " + word(answer)))
                .then(
                    answer ->
                        Step.answer(
                            answer, Unit.barrier(List.of(new Said(name, "after " + word(answer))))),
                    Unit.barrier(List.of(new Said(name, "before"))));
        case Say(var word) -> say(word);
        case ExplodeLater(_, var counter, var number) ->
            calls
                .to(counter(counter), new Add(number))
                .ifUndone(answer -> say("undone " + word(answer)))
                .then(
                    _ -> {
                      throw new IllegalStateException("on purpose");
                    });
        default -> throw new IllegalStateException("on purpose");
      };
    }

    @Override
    public Step resume(Command command, Answer answer) {
      return calls.resume(answer);
    }

    private Step say(String word) {
      return Step.of(Unit.barrier(List.of(new Said(name, word))));
    }

    private static String word(Answer answer) {
      return answer instanceof Sum(var sum) ? "" + sum : answer.getClass().getSimpleName();
    }

    @Override
    public boolean mayUnload() {
      return true;
    }
  }

  static Cell load(CellId id, List<Write> durable) {
    if (id.name().equals("unreadable")) throw new IllegalStateException("on purpose");
    return id.kind().equals(COUNTER) ? new Counter(id.name(), durable) : new Relayer(id.name());
  }

  List<String> said(String cell) {
    var words = new ArrayList<String>();
    for (var effect : effects()) {
      if (effect instanceof Said(var by, var word) && by.equals(cell)) words.add(word);
    }
    return words;
  }

  static Said said(String cell, String word) {
    return new Said(cell, word);
  }

  Answer answer(CellId to, Command command) {
    var stage = host().ask(to, command).toCompletableFuture();
    settle();
    return stage.join();
  }

  @Nullable Throwable failure(CellId to, Command command) {
    var stage = host().ask(to, command).toCompletableFuture();
    settle();
    return stage.exceptionNow();
  }
}
