package dev.reveille.server.simulation;

import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.job.JobReads;
import dev.reveille.server.kernel.CancelJob;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.kernel.JobKind;
import dev.reveille.server.kernel.JobRequest;
import dev.reveille.server.kernel.JobResult;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A small feature that only the simulation has: cells that send for something and note the end. */
final class ErrandFeature {
  static final FeaturePlan PLAN = new FeaturePlan(List.of(), ErrandFeature::make);

  static final String KIND = "errand";
  static final int AT_ONCE = 2;
  static final int WAITING = 3;

  private ErrandFeature() {}

  record Errand(int what) implements JobRequest {}

  record Word(String text) implements JobResult {}

  record Begin(long number, long limitMillis) implements Command {}

  record Abandon(long number) implements Command {}

  static CellId sender(String name) {
    return new CellId("sender", name);
  }

  private static Feature make(FeatureParts parts) {
    var reads = parts.chat().store().reads(JobReads.class);
    return Feature.of(
        "errands",
        new CellKind("sender", name -> new Sender(name, reads)),
        new JobKind<>(
            KIND, Errand.class, AT_ONCE, WAITING, errand -> new Word("did " + errand.what())));
  }

  private static final class Sender implements Cell {
    private final CellId id;
    private final Set<Long> open = new HashSet<>();

    private Sender(String name, JobReads reads) {
      id = sender(name);
      reads.of(id).forEach(job -> open.add(job.number()));
    }

    @Override
    public Step handle(Command command) {
      return switch (command) {
        case Begin(long number, long limit) -> {
          if (!open.add(number)) yield Step.none();
          var start = new StartJob(id, number, KIND, new Errand((int) number), limit);
          yield stored("begun", number, start, start);
        }
        case Abandon(long number) -> {
          if (!open.remove(number)) yield Step.none();
          var cancel = new CancelJob(id, number);
          yield stored("abandoned", number, cancel, cancel);
        }
        case JobEnd end -> {
          if (!open.remove(end.number())) yield Step.none();
          yield Step.of(
              Unit.required(List.of(event(word(end), end.number())), List.of(), List.of()));
        }
        default -> throw new IllegalArgumentException(command.toString());
      };
    }

    private Step stored(String what, long number, Write write, Effect effect) {
      return Step.of(
          Unit.required(List.of(write, event(what, number)), List.of(effect), List.of()));
    }

    private AppendEvent event(String what, long number) {
      return new AppendEvent(0, "errand." + what, id.name(), null, Long.toString(number));
    }

    private static String word(JobEnd end) {
      return switch (end) {
        case JobEnd.Done _ -> "done";
        case JobEnd.Failed _ -> "failed";
        case JobEnd.Refused _ -> "refused";
        case JobEnd.Lost _ -> "lost";
      };
    }

    @Override
    public boolean mayUnload() {
      return true;
    }
  }
}
