package dev.reveille.server.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one cell to other cells. Each call says what follows its answer. It also says what
 * must happen if the call is undone after its answer:
 *
 * <pre>{@code
 * return calls
 *     .to(Cells.channel(name), post)
 *     .ifUndone(_ -> forgetKey(post))
 *     .then(answer -> placed(answer));
 * }</pre>
 *
 * <p>An answer comes before the called cell's units are durable. If the store refuses one of them
 * later, the call is undone: the function given to {@link Unguarded#ifUndone} runs as a step of the
 * calling cell, with the answer of the call. It does not run if the calling cell was loaded again
 * since, because a newly loaded cell does not know the earlier calls.
 *
 * <p>Used only by the lane of its cell.
 *
 * @param <A> the type of the called cells' answers
 */
public final class Calls<A extends Answer> {
  private final Function<Answer, A> read;

  /** Runs with the awaited answer. */
  private @Nullable Function<A, Step> then;

  /**
   * @param read converts every answer to the type {@code A}, also {@link Unavailable}
   */
  public Calls(Function<Answer, A> read) {
    this.read = read;
  }

  /** Starts a call. The call can be made once it also says what happens if it is undone. */
  public Unguarded to(CellId to, Command command) {
    return new Unguarded(to, command);
  }

  /** A call that does not yet say what happens if it is undone. */
  public final class Unguarded {
    private final CellId to;
    private final Command command;

    private Unguarded(CellId to, Command command) {
      this.to = to;
      this.command = command;
    }

    /** Sets the step that the calling cell takes if the call was answered and is undone later. */
    public Call ifUndone(Function<? super A, Step> compensation) {
      return new Call(to, command, answer -> compensation.apply(read.apply(answer)), _ -> {});
    }

    /** Makes the call again each time it is undone. */
    public Call orAgain() {
      return orAgain(() -> true);
    }

    /** Makes the call again each time it is undone, as long as {@code wanted} returns true. */
    public Call orAgain(BooleanSupplier wanted) {
      return ifUndone(_ -> wanted.getAsBoolean() ? orAgain(wanted).end() : Step.none());
    }

    /** Says that the calling cell has nothing to take back if the call is undone. */
    public Call nothingToUndo() {
      return new Call(to, command, Step.NOTHING_TO_UNDO, _ -> {});
    }
  }

  /** A call that can be made. */
  public final class Call {
    private final CellId to;
    private final Command command;
    private final Function<Answer, Step> ifUndone;
    private final Consumer<? super A> note;

    private Call(
        CellId to, Command command, Function<Answer, Step> ifUndone, Consumer<? super A> note) {
      this.to = to;
      this.command = command;
      this.ifUndone = ifUndone;
      this.note = note;
    }

    /** Returns this call with a consumer that gets the answer before any other step is taken. */
    public Call noting(Consumer<? super A> also) {
      return new Call(
          to,
          command,
          ifUndone,
          answer -> {
            also.accept(answer);
            note.accept(answer);
          });
    }

    /** Hands {@code before} to the store, makes the call and continues with its answer. */
    public Step then(Function<? super A, Step> next, Unit... before) {
      then =
          answer -> {
            note.accept(answer);
            return next.apply(answer);
          };
      return Step.call(to, command, ifUndone, before);
    }

    /** Makes the call and ends, whatever the answer is. */
    public Step end(Unit... before) {
      return then(_ -> Step.none(), before);
    }
  }

  /**
   * Makes the calls one after the other, whatever each answer is. Then takes the step {@code end}.
   */
  public Step each(Deque<Call> plan, Supplier<Step> end, Unit... before) {
    var call = plan.poll();
    return call == null
        ? after(List.of(before), end.get())
        : call.then(_ -> each(plan, end), before);
  }

  /** Returns an empty plan for {@link #each}. */
  public Deque<Call> plan() {
    return new ArrayDeque<>();
  }

  /** Continues with {@code end} once this chain of calls is over, whatever its result is. */
  public Step then(Step step, Supplier<Step> end) {
    if (step.call() == null) return after(step.units(), end.get());
    var next = then;
    if (next == null) throw new IllegalStateException("a call that nobody awaits");
    then = answer -> then(next.apply(answer), end);
    return step;
  }

  private static Step after(List<Unit> before, Step step) {
    if (before.isEmpty()) return step;
    var units = new ArrayList<>(before);
    units.addAll(step.units());
    return new Step(units, step.answer(), step.call());
  }

  /** Continues with the answered call. A cell's {@link Cell#resume} calls this. */
  public Step resume(Answer answer) {
    var next = then;
    then = null;
    if (next == null) throw new IllegalStateException("no call awaits an answer");
    return next.apply(read.apply(answer));
  }
}
