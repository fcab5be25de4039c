package dev.reveille.server.wake;

import dev.reveille.server.alert.AlertCell;
import dev.reveille.server.alert.RaiseAlert;
import dev.reveille.server.decision.Ago;
import dev.reveille.server.decision.WakeConfig;
import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Watches the team: wakes one coordinator when all are idle, and tells a person if nothing is done
 * for long.
 *
 * <p>A cycle is the time between two signs of progress. If a wake helps, somebody makes progress,
 * and the cycle is another. So a cycle that lasts had wakes that did not help: at most three are
 * sent, later each time. A session that begins and ends for nothing changes no cycle. A wake counts
 * when the seat's own decision was yes; if it was no, the next seat is asked. A person is told once
 * for each cycle, by a way that needs no seat, also while nobody may be woken.
 */
final class TeamCell implements Cell {
  static final String KIND = "wake-team";
  static final CellId ID = new CellId(KIND, "team");
  static final int MOST_TRIES = 3;

  /** After all seats refused, or one did not answer, they are asked again after so long. */
  private static final long ASK_AGAIN_MILLIS = 10 * 60_000;

  /** Progress is noted at most once in this time. */
  private static final long NOTE_MILLIS = 60_000;

  /** Shows the cell the team as it is now. */
  record Watch(TeamLook look) implements Command {}

  /** A member made progress: it moved a task or left a handoff. */
  record MadeProgress(long at) implements Command {}

  /**
   * A member said something. An answer is progress; else the first thing that a session says is
   * none, because the boot prompt asks for it.
   */
  record Spoke(String seat, boolean reply, long at) implements Command {}

  /** Answers a team wake: the seat was woken, or its decision was no. */
  record WakeAnswered(String seat, boolean sent, long at) implements Command {}

  private final WakeConfig config;
  private StoredTeam memory;

  /** The seats to ask next, if the one that was asked refuses. */
  private final Deque<String> candidates = new ArrayDeque<>();

  private @Nullable String asked;
  private long askedAt;

  /** The seat that had the last wake: others come before it. */
  private String lastWoken = "";

  private final Map<String, String> sessions = new HashMap<>();

  /** By seat: the session that has said one thing. */
  private final Map<String, String> spoke = new HashMap<>();

  TeamCell(WakeConfig config, StoredTeam memory) {
    this.config = config;
    this.memory = memory;
  }

  @Override
  public Step handle(Command command) {
    return switch (command) {
      case Watch(var look) -> watch(look);
      case MadeProgress(var at) -> progressed(at);
      case Spoke(var seat, var reply, var at) -> spoke(seat, reply, at);
      case WakeAnswered(var seat, var sent, var at) -> answered(seat, sent, at);
      default -> throw new IllegalArgumentException("no command of the team: " + command);
    };
  }

  /* Progress. */

  private Step progressed(long at) {
    if (at >= memory.progressAt() && at - memory.progressAt() < NOTE_MILLIS) return Step.none();
    return become(memory.progressed(at), List.of());
  }

  private Step spoke(String seat, boolean reply, long at) {
    var session = sessions.getOrDefault(seat, "");
    boolean first = !session.equals(spoke.put(seat, session));
    return first && !reply ? Step.none() : progressed(at);
  }

  private Step become(StoredTeam next, List<Effect> effects) {
    if (next.equals(memory) && effects.isEmpty()) return Step.none();
    var writes = next.equals(memory) ? List.<Write>of() : List.<Write>of(new SaveTeam(next));
    memory = next;
    return Step.of(Unit.required(writes, effects, List.of()));
  }

  /* Watching. */

  private Step watch(TeamLook look) {
    sessions.clear();
    for (var each : look.members()) {
      sessions.put(each.seat(), each.session() == null ? "" : each.session());
    }
    spoke.keySet().retainAll(sessions.keySet());
    var now = memory;
    // The first look is a begin, and so is one after the clock was set back.
    if (now.progressAt() == 0 || now.progressAt() > look.at()) now = now.progressed(look.at());
    long cycle = look.cycle(now.progressAt());
    if (now.cycle() != cycle) now = now.begun(cycle, look.at());
    var effects = new ArrayList<Effect>();
    if (look.mayWake() && look.allIdle(config.teamIdle().toMillis()) && isDue(now, look.at())) {
      ask(look, effects);
    }
    if (isAlarming(now, look)) {
      now = now.alerted(look.at());
      var alert = new RaiseAlert("team:" + now.idleSince(), text(look, now));
      effects.add(Tell.durable(AlertCell.ID, alert, alert.key()));
    }
    return become(now, effects);
  }

  /** True if the cycle has not had its wake, or its wake was long ago and did not help. */
  private boolean isDue(StoredTeam team, long at) {
    if (team.tries() >= MOST_TRIES) return false;
    if (askedAt != 0 && at >= askedAt && at - askedAt < ASK_AGAIN_MILLIS) return false;
    long gap =
        team.tries() == 0
            ? config.teamIdle().toMillis()
            : config.cooldown().toMillis() << (team.tries() - 1);
    return team.triedAt() == 0 || at - team.triedAt() >= gap || at < team.triedAt();
  }

  private void ask(TeamLook look, List<Effect> effects) {
    candidates.clear();
    candidates.addAll(look.candidates());
    if (candidates.remove(lastWoken)) candidates.addLast(lastWoken);
    askedAt = look.at();
    askNext(effects);
  }

  private void askNext(List<Effect> effects) {
    asked = candidates.poll();
    if (asked == null) return;
    var wake = new WakeCommand.Look(WakeTrigger.TEAM, WakePolicy.IMMEDIATE, false);
    effects.add(new Tell(WakeCell.at(asked), wake));
  }

  private Step answered(String seat, boolean sent, long at) {
    if (!seat.equals(asked)) return Step.none();
    var effects = new ArrayList<Effect>();
    if (!sent) {
      askNext(effects);
      return become(memory, effects);
    }
    asked = null;
    askedAt = 0;
    lastWoken = seat;
    candidates.clear();
    return become(memory.tried(at), effects);
  }

  private boolean isAlarming(StoredTeam team, TeamLook look) {
    return !config.alertAfter().isZero()
        && team.alertedAt() == 0
        && look.isStill()
        && look.at() - team.progressAt() >= config.alertAfter().toMillis();
  }

  private static String text(TeamLook look, StoredTeam team) {
    var wakes =
        switch (team.tries()) {
          case 0 -> look.mayWake() ? "none could be woken" : "nobody is woken while pulses are off";
          case 1 -> "1 wake did not help";
          default -> team.tries() + " wakes did not help";
        };
    return "All "
        + look.members().size()
        + " seats of the team are idle, without progress for "
        + Ago.words(look.at() - team.progressAt())
        + "; "
        + wakes
        + ". Look with: reveille report";
  }

  @Override
  public boolean mayUnload() {
    return askedAt == 0;
  }
}
