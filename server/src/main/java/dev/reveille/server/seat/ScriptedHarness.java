package dev.reveille.server.seat;

import static dev.reveille.server.seat.HarnessOutcome.done;
import static dev.reveille.server.seat.HarnessOutcome.failed;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A harness inside this process, for tests and for the demo. It runs no program and no model: its
 * sessions are names in a set, and a script says what they do.
 *
 * <p>It behaves as a real one would where that matters: a session that was started lives until it
 * is terminated or ends by itself, also while the server restarts, and {@link #most} tells if an
 * identity ever had two bodies. It is safe to call from any thread.
 */
public final class ScriptedHarness implements HarnessAdapter {
  public static final String NAME = "scripted";

  /** Says what a session does. Called after each call that was done. */
  public interface Script {
    /** Returns the findings that follow at once. */
    List<HarnessFinding> after(SeatAction action, HarnessRun run);

    /** A script in which a session answers each start and each nudge with a turn. */
    Script ANSWERS =
        (action, run) ->
            action == SeatAction.TERMINATE
                ? List.of()
                : List.of(
                    new HarnessFinding(
                        run.seat().identity(),
                        run.session(),
                        SeatEvent.TURN_STARTED,
                        "the script began a turn",
                        null,
                        run.nonce(),
                        null));

    /** A script in which nothing is ever seen of a session. */
    Script SILENT = (_, _) -> List.of();
  }

  /** A call that came. */
  public record Call(String what, String identity, String session, String text) {}

  /* All below is guarded by this. */
  private static final int MOST_CALLS = 10_000;
  private final Map<String, Set<String>> living = new HashMap<>();
  private final Map<String, Deque<HarnessOutcome>> planned = new HashMap<>();
  private final List<Call> calls = new ArrayList<>();
  private Consumer<HarnessFinding> findings = _ -> {};
  private Script script;
  private @Nullable String busy;
  private int most;

  public ScriptedHarness(Script script) {
    this.script = script;
  }

  @Override
  public synchronized void reportTo(Consumer<HarnessFinding> to) {
    findings = to;
  }

  public synchronized void follow(Script next) {
    script = next;
  }

  /** Lets all sessions be busy for this reason; null = they wait. */
  public synchronized void busy(@Nullable String reason) {
    busy = reason;
  }

  @Override
  public synchronized Optional<String> isBusy(HarnessRun run) {
    return Optional.ofNullable(busy);
  }

  /** Plans the outcome of the next call of this name for an identity, in place of its work. */
  public synchronized void plan(String what, String identity, HarnessOutcome outcome) {
    planned.computeIfAbsent(what + " " + identity, _ -> new ArrayDeque<>()).add(outcome);
  }

  /** Forgets the outcomes that were planned and have not come. */
  public synchronized void unplan() {
    planned.clear();
  }

  /** Lets a session end by itself, and reports what was seen of it. */
  public void end(HarnessFinding finding) {
    synchronized (this) {
      living.getOrDefault(finding.identity(), new HashSet<>()).remove(finding.session());
    }
    report(List.of(finding));
  }

  /** Reports something that a session did. */
  public void report(List<HarnessFinding> seen) {
    Consumer<HarnessFinding> to;
    synchronized (this) {
      to = findings;
    }
    seen.forEach(to);
  }

  /** Returns the sessions of an identity that live. */
  public synchronized Set<String> living(String identity) {
    return Set.copyOf(living.getOrDefault(identity, Set.of()));
  }

  /** Returns the most bodies that any identity ever had at the same time. */
  public synchronized int most() {
    return most;
  }

  /** Returns the calls that came, the oldest first; the oldest of very many are forgotten. */
  public synchronized List<Call> calls() {
    return List.copyOf(calls);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<SeatAction> can() {
    return EnumSet.allOf(SeatAction.class);
  }

  @Override
  public boolean isOneTurn() {
    return false;
  }

  @Override
  public HarnessOutcome start(HarnessRun run) {
    return call("start", null, run, () -> begin(run));
  }

  @Override
  public HarnessOutcome inject(HarnessRun run) {
    return call(
        "inject",
        SeatAction.START,
        run,
        () ->
            bodies(run).contains(run.session())
                ? done("the script has its prompt")
                : failed("no session " + run.session()));
  }

  @Override
  public HarnessOutcome resume(HarnessRun run) {
    return call("resume", SeatAction.RESUME, run, () -> begin(run));
  }

  @Override
  public HarnessOutcome nudge(HarnessRun run) {
    return call(
        "nudge",
        SeatAction.NUDGE,
        run,
        () ->
            living(run.seat().identity()).contains(run.session())
                ? done("the line was given to the script")
                : failed("no session " + run.session()));
  }

  @Override
  public HarnessOutcome terminate(HarnessRun run) {
    return call(
        "terminate",
        SeatAction.TERMINATE,
        run,
        () -> {
          bodies(run).remove(run.session());
          return done("the script was stopped");
        });
  }

  @Override
  public HarnessOutcome isGone(HarnessRun run) {
    return call(
        "isGone",
        null,
        run,
        () ->
            bodies(run).contains(run.session())
                ? failed("the script still runs")
                : done("no script runs"));
  }

  private HarnessOutcome begin(HarnessRun run) {
    var bodies = bodies(run);
    bodies.add(run.session());
    most = Math.max(most, bodies.size());
    return done("the script runs");
  }

  private Set<String> bodies(HarnessRun run) {
    return living.computeIfAbsent(run.seat().identity(), _ -> new HashSet<>());
  }

  private interface Work {
    HarnessOutcome run();
  }

  private HarnessOutcome call(String what, @Nullable SeatAction action, HarnessRun run, Work work) {
    HarnessOutcome outcome;
    List<HarnessFinding> seen = List.of();
    synchronized (this) {
      var identity = run.seat().identity();
      if (calls.size() >= MOST_CALLS) calls.removeFirst();
      calls.add(new Call(what, identity, run.session(), run.text()));
      var plan = planned.get(what + " " + identity);
      var instead = plan == null ? null : plan.poll();
      outcome = instead == null ? work.run() : instead;
      if (outcome.result() == HarnessOutcome.Result.DONE && action != null) {
        seen = script.after(action, run);
      }
    }
    report(seen);
    return outcome;
  }
}
