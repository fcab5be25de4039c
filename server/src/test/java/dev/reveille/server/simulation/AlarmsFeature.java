package dev.reveille.server.simulation;

import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.RemoveTimer;
import dev.reveille.server.kernel.SetTimer;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.TimerDue;
import dev.reveille.server.kernel.TimerEffect;
import dev.reveille.server.kernel.TimerId;
import dev.reveille.server.kernel.TimerKind;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A small feature that only the simulation has: alarms that ring once. Two kinds of cells own them.
 * What was decided about an alarm is an event of the same unit, so the events are the whole truth.
 */
final class AlarmsFeature {
  static final String BEDSIDE = "bedside";
  static final String KITCHEN = "kitchen";
  static final String SET = "alarm.set";
  static final String REMOVED = "alarm.removed";
  static final String RANG = "alarm.rang";

  static final FeaturePlan PLAN = new FeaturePlan(List.of(), AlarmsFeature::make);

  private AlarmsFeature() {}

  private static Feature make(FeatureParts parts) {
    var clock = parts.chat().clock();
    var failed = new HashSet<Integer>();
    return Feature.named("alarms")
        .with(new CellKind(BEDSIDE, name -> new Alarms(new CellId(BEDSIDE, name), clock, failed)))
        .with(new CellKind(KITCHEN, name -> new Alarms(new CellId(KITCHEN, name), clock, failed)))
        .with(new TimerKind("alarm." + BEDSIDE, BEDSIDE, AlarmCommand.Ring::new))
        .with(new TimerKind("alarm." + KITCHEN, KITCHEN, AlarmCommand.Ring::new))
        .build();
  }

  sealed interface AlarmCommand extends Command {
    /**
     * Sets an alarm.
     *
     * @param number tells it from other alarms of the same name
     * @param behaviour what the cell does when it rings: 0 = ring, 1 = put it off once, 2 = fail
     *     once, 3 = set itself again once, under its next number
     */
    record Set(String name, int number, long millis, int behaviour) implements AlarmCommand {}

    record Remove(String name) implements AlarmCommand {}

    record Ring(TimerDue due) implements AlarmCommand {}
  }

  /** The facts of an alarm when it rings. They are the timer's payload. */
  private record Alarm(int number, long nanos, long millis, int behaviour) {
    static Alarm of(String payload) {
      var parts = payload.split(" ", -1);
      return new Alarm(
          Integer.parseInt(parts[0]),
          Long.parseLong(parts[1]),
          Long.parseLong(parts[2]),
          Integer.parseInt(parts[3]));
    }

    String payload() {
      return number + " " + nanos + " " + millis + " " + behaviour;
    }
  }

  private static final class Alarms implements Cell {
    private final CellId id;
    private final Clock clock;

    /** The numbers of the alarms on which a cell has failed. It outlives the cells. */
    private final Set<Integer> failed;

    private Alarms(CellId id, Clock clock, Set<Integer> failed) {
      this.id = id;
      this.clock = clock;
      this.failed = failed;
    }

    @Override
    public boolean mayUnload() {
      return true;
    }

    @Override
    public Step handle(Command command) {
      return switch ((AlarmCommand) command) {
        case AlarmCommand.Set(var name, var number, var millis, var behaviour) ->
            decided(set(name, new Alarm(number, clock.nanos(), millis, behaviour)));
        case AlarmCommand.Remove(var name) ->
            decided(List.of(new RemoveTimer(timer(name)), event(REMOVED, name)));
        case AlarmCommand.Ring(var due) -> ring(due, Alarm.of(due.payload()));
      };
    }

    private Step ring(TimerDue due, Alarm alarm) {
      var name = due.timer().key();
      if (alarm.behaviour() == 1 && due.note() == 0) {
        return Step.of(Unit.barrier(List.of(new TimerEffect.PutOff(due.timer(), 700, 1))));
      }
      if (alarm.behaviour() == 2 && failed.add(alarm.number())) {
        throw new IllegalStateException("on purpose");
      }
      var writes = new ArrayList<Write>();
      writes.add(new RemoveTimer(due.timer()));
      // The wall clock may have shown its time before, and then have gone back.
      boolean hasWaited = clock.nanos() - alarm.nanos() >= alarm.millis() * 1_000_000;
      var doubt =
          hasWaited || clock.wallMillis() >= due.at() ? "" : " " + alarm.nanos() + " " + due.at();
      writes.add(event(RANG, name + " " + alarm.number() + doubt));
      if (alarm.behaviour() == 3) {
        writes.addAll(set(name, new Alarm(alarm.number() + 1, clock.nanos(), alarm.millis(), 0)));
      }
      return decided(writes);
    }

    private List<Write> set(String name, Alarm alarm) {
      long now = clock.wallMillis();
      return List.of(
          new SetTimer(timer(name), now + alarm.millis(), now, alarm.payload()),
          event(SET, name + " " + alarm.number()));
    }

    private static Step decided(List<Write> writes) {
      return Step.of(Unit.required(writes, List.of(), List.of()));
    }

    private TimerId timer(String name) {
      return new TimerId(id, "alarm." + id.kind(), name);
    }

    private AppendEvent event(String kind, String detail) {
      return new AppendEvent(clock.wallMillis(), kind, id.toString(), null, detail);
    }
  }
}
