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
 * The calls that one cell makes downward. Each call says what follows its answer and, right beside
 * it, what must happen if the answered call is undone:
 *
 * <pre>{@code
 * return calls
 *     .to(Cells.channel(name), post)
 *     .ifUndone(_ -> forgetKey(post))
 *     .then(answer -> placed(answer));
 * }</pre>
 *
 * <p>An answer comes before the called cell's units are durable. If the store refuses one of them
 * later, the call is undone: what {@link Unguarded#ifUndone} was given runs then, as a step of the
 * calling cell, with the answer that the call had. A cell that was loaded again meanwhile knows
 * nothing of the calls before, so nothing of them runs.
 *
 * <p>Belongs to the lane of its cell.
 *
 * @param <A> what the called cells answer
 */
public final class Calls<A extends Answer> {
  private final Function<Answer, A> read;

  /** What to do with the answer that is awaited. */
  private @Nullable Function<A, Step> then;

  /**
   * @param read makes an answer of type {@code A} also of {@link Unavailable}
   */
  public Calls(Function<Answer, A> read) {
    this.read = read;
  }

  /** Starts a call. It is complete when it also says what happens if it is undone. */
  public Unguarded to(CellId to, Command command) {
    return new Unguarded(to, command);
  }

  /** A call that does not say yet what happens if it is undone. */
  public final class Unguarded {
    private final CellId to;
    private final Command command;

    private Unguarded(CellId to, Command command) {
      this.to = to;
      this.command = command;
    }

    /** What the calling cell does if the call was answered and is undone. */
    public Call ifUndone(Function<? super A, Step> compensation) {
      return new Call(to, command, answer -> compensation.apply(read.apply(answer)), _ -> {});
    }

    /** If it is undone, the call is made again, until it is not. */
    public Call orAgain() {
      return orAgain(() -> true);
    }

    /** The same, but only as long as it is still wanted. */
    public Call orAgain(BooleanSupplier wanted) {
      return ifUndone(_ -> wanted.getAsBoolean() ? orAgain(wanted).end() : Step.none());
    }

    /** The calling cell has nothing to take back, whatever becomes of the call. */
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

    /** Returns this call with something that is to be noted of its answer, before all else. */
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

    /** Makes the call after {@code before} is handed to the store, and goes on with its answer. */
    public Step then(Function<? super A, Step> next, Unit... before) {
      then =
          answer -> {
            note.accept(answer);
            return next.apply(answer);
          };
      return Step.call(to, command, ifUndone, before);
    }

    /** Makes the call and ends, whatever is answered. */
    public Step end(Unit... before) {
      return then(_ -> Step.none(), before);
    }
  }

  /** Makes the calls one after the other, whatever each answers, then ends. */
  public Step each(Deque<Call> plan, Supplier<Step> end, Unit... before) {
    var call = plan.poll();
    return call == null
        ? after(List.of(before), end.get())
        : call.then(_ -> each(plan, end), before);
  }

  /** Returns a plan for {@link #each} that has no call yet. */
  public Deque<Call> plan() {
    return new ArrayDeque<>();
  }

  /** Goes on with {@code end} once this chain of calls is over, whatever came of it. */
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

  /** Goes on with the call that is answered; a cell's {@link Cell#resume} calls this. */
  public Step resume(Answer answer) {
    var next = then;
    then = null;
    if (next == null) throw new IllegalStateException("no call awaits an answer");
    return next.apply(read.apply(answer));
  }
}
