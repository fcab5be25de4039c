package dev.reveille.server.alert;

import dev.reveille.server.job.JobReads;
import dev.reveille.server.job.StoredJob;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Owns the alerts. Each is stored before it is told, and tried again until somebody was told.
 *
 * <p>All alerts that are due are told as one, and at most {@code perHour} times in an hour. So a
 * bad night is a few messages, not hundreds.
 */
public final class AlertCell implements Cell {
  public static final String KIND = "alert";
  public static final CellId ID = new CellId(KIND, "people");

  /** More alerts than this are not remembered by their keys. */
  static final int MOST = 500;

  private static final long HOUR = 3_600_000;
  private static final long LIMIT_MILLIS = 180_000;

  /** Tries what is due. */
  record TryDue() implements Command {}

  /** An administrator was present. */
  record PersonWasSeen(long at) implements Command {}

  private final Clock clock;
  private final int perHour;
  private final TreeMap<String, StoredAlert> alerts = new TreeMap<>();

  /** The number of the last job. Numbers rise, also across restarts. */
  private long number;

  private boolean open;

  private List<String> sent = List.of();

  AlertCell(Clock clock, int perHour, AlertReads reads, JobReads jobs) {
    this.clock = clock;
    this.perHour = perHour;
    for (var alert : reads.alerts(MOST)) alerts.put(alert.key(), alert);
    number = jobs.of(ID).stream().mapToLong(StoredJob::number).max().orElse(0);
    open = number > 0;
  }

  @Override
  public Step handle(Command command) {
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    if (command instanceof SetAside(var need, var until)) {
      return Step.answer(
          new SetAside.IsAside(until),
          Unit.required(List.of(new SaveAside(need, until)), List.of(), List.of()));
    }
    switch (command) {
      case RaiseAlert raised -> raise(raised, writes);
      case TryDue _ -> {}
      case JobEnd end -> ended(end, writes);
      case PersonWasSeen(var at) -> writes.add(new SavePersonSeen(at));
      default -> throw new IllegalArgumentException("no command of alerts: " + command);
    }
    tellDue(writes, effects);
    return writes.isEmpty() ? Step.none() : Step.of(Unit.required(writes, effects, List.of()));
  }

  private void raise(RaiseAlert raised, List<Write> writes) {
    if (alerts.containsKey(raised.key())) return;
    keep(StoredAlert.raised(raised.key(), clock.wallMillis(), raised.text()), writes);
  }

  private void keep(StoredAlert alert, List<Write> writes) {
    alerts.put(alert.key(), alert);
    writes.add(new SaveAlert(alert));
    if (alerts.size() <= MOST) return;
    alerts.values().stream()
        .filter(each -> !each.isOpen())
        .min(Comparator.comparingLong(StoredAlert::at))
        .ifPresent(oldest -> alerts.remove(oldest.key()));
  }

  private void ended(JobEnd end, List<Write> writes) {
    if (!open || end.number() != number) return;
    open = false;
    long now = clock.wallMillis();
    boolean told =
        end instanceof JobEnd.Done(_, AlertJob.AlertTold(var ways, _)) && !ways.isEmpty();
    for (var key : sent) {
      var alert = alerts.get(key);
      if (alert == null) continue;
      keep(told ? alert.told(now, ways(end)) : alert.failed(now), writes);
    }
    sent = List.of();
  }

  private static String ways(JobEnd end) {
    return end instanceof JobEnd.Done(_, AlertJob.AlertTold(var ways, _))
        ? String.join(",", ways)
        : "";
  }

  private void tellDue(List<Write> writes, List<Effect> effects) {
    if (open) return;
    long now = clock.wallMillis();
    var due =
        alerts.values().stream()
            .filter(alert -> alert.isDue(now))
            .sorted(Comparator.comparingLong(StoredAlert::at))
            .toList();
    if (due.isEmpty() || isTooOften(now)) return;
    var first = due.getFirst();
    var text =
        due.size() == 1
            ? first.text()
            : first.text() + " And " + (due.size() - 1) + " more. Look with: reveille report";
    sent = due.stream().map(StoredAlert::key).toList();
    number = Math.max(now, number + 1);
    open = true;
    var job =
        new StartJob(
            ID, number, AlertJob.NAME, new AlertJob.Alert(first.key(), text), LIMIT_MILLIS);
    writes.add(job);
    effects.add(job);
  }

  /** True if so many messages went out within an hour. Alerts of one message have one time. */
  private boolean isTooOften(long now) {
    return alerts.values().stream()
            .mapToLong(StoredAlert::toldAt)
            .filter(told -> told > 0 && told <= now && now - told < HOUR)
            .distinct()
            .count()
        >= perHour;
  }

  @Override
  public boolean mayUnload() {
    return !open;
  }
}
