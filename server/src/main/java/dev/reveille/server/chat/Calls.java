package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The downward calls of one cell: what to do with the answer that is awaited. */
final class Calls {

  /** A call of a plan, and what to note of its answer. */
  record Planned(CellId to, Command command, Consumer<ChatAnswer> note) {}

  private @Nullable Function<ChatAnswer, Step> then;

  Step call(CellId to, Command command, Function<ChatAnswer, Step> next, Unit... before) {
    then = next;
    return Step.call(to, command, before);
  }

  /** Makes the calls one after the other, whatever each answers, then ends. */
  Step each(Deque<Planned> plan, Supplier<Step> end, Unit... before) {
    var planned = plan.poll();
    if (planned == null) {
      return after(List.of(before), end.get());
    }
    return call(
        planned.to(),
        planned.command(),
        answer -> {
          planned.note().accept(answer);
          return each(plan, end);
        },
        before);
  }

  /** Asks the agent's channels who else is there, and goes on with those, each once. */
  Step withFellows(AgentState state, Function<List<SessionId>, Step> then, Unit... before) {
    var fellows = new LinkedHashSet<SessionId>();
    var plan = plan();
    for (var channel : state.channels) {
      plan.add(
          new Planned(
              Cells.channel(channel),
              new ChannelCommand.FindFellows(state.id),
              answer -> {
                if (answer instanceof ChatAnswer.Fellows(var sessions)) fellows.addAll(sessions);
              }));
    }
    return each(plan, () -> then.apply(List.copyOf(fellows)), before);
  }

  /** Goes on with {@code end} once this chain of calls is over, whatever came of it. */
  Step then(Step step, Supplier<Step> end) {
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

  Step resume(Answer answer) {
    var next = then;
    then = null;
    if (next == null) throw new IllegalStateException("no call awaits an answer");
    return next.apply(
        answer instanceof ChatAnswer said
            ? said
            : new ChatAnswer.Refused(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE));
  }

  static Deque<Planned> plan() {
    return new ArrayDeque<>();
  }
}
