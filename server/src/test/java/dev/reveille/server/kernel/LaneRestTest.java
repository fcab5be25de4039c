package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A lane that is loaded again is not at rest before everybody has heard of it. */
class LaneRestTest {
  private static final CellId ASKED = new CellId("test", "asked");
  private static final CellId CALLED = new CellId("test", "called");

  private record Note() implements Effect {}

  private record Row() implements Write {}

  private record Called() implements Command {}

  /** Is asked what to say in its place just when the cells that rest are forgotten. */
  private record Asked(Runnable meanwhile) implements Command {
    @Override
    public List<Effect> unhandled() {
      meanwhile.run();
      return List.of(new Note());
    }
  }

  private static final class HeldCommitter implements Committer {
    private final List<Submission> held = new ArrayList<>();
    private Listener listener = _ -> {};

    @Override
    public void listener(Listener newListener) {
      listener = newListener;
    }

    @Override
    public void submit(Submission submission) {
      held.add(submission);
    }

    private void settle(boolean refused) {
      var batch =
          held.stream().map(s -> new Settled(s, refused ? new Refusal("broken") : null)).toList();
      held.clear();
      listener.settled(batch);
    }
  }

  @Test
  void an_asker_is_told_also_if_resting_cells_are_forgotten_meanwhile() {
    var drains = new ArrayDeque<Runnable>();
    var committer = new HeldCommitter();
    var said = new ArrayList<Effect>();
    var host =
        new LaneHost(
            _ -> caller(),
            committer,
            new Effects() {
              @Override
              public void run(Effect effect) {
                said.add(effect);
              }

              @Override
              public void flush() {}
            },
            new ManualClock(),
            drains::add,
            Runnable::run);

    var answer = host.ask(ASKED, new Asked(() -> host.sweep(0))).toCompletableFuture();
    drains.remove().run(); // it stores and calls; the called cell has not had its turn
    var called = drains.remove();
    committer.settle(true);
    drains.remove().run(); // it is loaded again
    called.run();
    committer.settle(false);

    assertThat(said).containsExactly(new Note());
    assertThat(answer).isCompletedExceptionally();
  }

  @Test
  void a_cell_is_not_forgotten_while_a_call_of_it_can_still_be_undone() {
    var drains = new ArrayDeque<Runnable>();
    var committer = new HeldCommitter();
    var said = new ArrayList<Effect>();
    var host =
        new LaneHost(
            id -> id.equals(CALLED) ? called() : undoing(),
            committer,
            new Effects() {
              @Override
              public void run(Effect effect) {
                said.add(effect);
              }

              @Override
              public void flush() {}
            },
            new ManualClock(),
            drains::add,
            Runnable::run);
    host.tell(ASKED, new Called());
    while (!drains.isEmpty()) drains.remove().run();

    assertThat(host.sweep(0)).as("the call is answered and not settled").isEqualTo(2);
    committer.settle(true);
    while (!drains.isEmpty()) drains.remove().run();
    committer.settle(false);

    assertThat(said).containsExactly(new Note());
    assertThat(host.sweep(0)).isZero();
  }

  /** Calls, and says a note if that is undone. */
  private static Cell undoing() {
    var calls = new Calls<>(answer -> answer);
    return new Cell() {
      @Override
      public Step handle(Command command) {
        return calls
            .to(CALLED, command)
            .ifUndone(_ -> Step.of(Unit.barrier(List.of(new Note()))))
            .end();
      }

      @Override
      public Step resume(Command command, Answer answer) {
        return calls.resume(answer);
      }

      @Override
      public boolean mayUnload() {
        return true;
      }
    };
  }

  private static Cell called() {
    return new Cell() {
      @Override
      public Step handle(Command command) {
        return Step.answer(
            new Unavailable(""), Unit.required(List.of(new Row()), List.of(), List.of()));
      }

      @Override
      public boolean mayUnload() {
        return true;
      }
    };
  }

  private static Cell caller() {
    return new Cell() {
      @Override
      public Step handle(Command command) {
        return command instanceof Asked
            ? Step.call(
                CALLED,
                new Called(),
                Step.NOTHING_TO_UNDO,
                Unit.required(List.of(new Row()), List.of(), List.of()))
            : Step.none();
      }

      @Override
      public boolean mayUnload() {
        return true;
      }
    };
  }
}
