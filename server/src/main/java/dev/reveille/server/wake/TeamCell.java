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
import java.util.ArrayList;
import java.util.List;

/**
 * Watches the team: wakes one coordinator when all are idle, and tells a person if that did not
 * help.
 *
 * <p>A cycle is one idle state of the team. If a wake helps, somebody acts, and the cycle is
 * another. So a cycle that lasts had a wake that was lost: it is tried again, later each time, at
 * most three times. Then a person is told, once for each cycle, by a way that needs no seat.
 */
final class TeamCell implements Cell {
  static final String KIND = "wake-team";
  static final CellId ID = new CellId(KIND, "team");
  static final int MOST_TRIES = 3;

  /** Shows the cell the team as it is now. */
  record Watch(TeamLook look) implements Command {}

  private final WakeConfig config;
  private StoredTeam memory;

  TeamCell(WakeConfig config, StoredTeam memory) {
    this.config = config;
    this.memory = memory;
  }

  @Override
  public Step handle(Command command) {
    return switch (command) {
      case Watch(var look) -> watch(look);
      default -> throw new IllegalArgumentException("no command of the team: " + command);
    };
  }

  private Step watch(TeamLook look) {
    if (!look.allIdle(config.teamIdle().toMillis())) return Step.none();
    long cycle = look.cycle();
    boolean fresh = memory.cycle() != cycle;
    var now = fresh ? new StoredTeam(cycle, look.at(), 0, memory.triedAt(), 0) : memory;
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    var coordinator = look.coordinator();
    if (coordinator.isPresent() && isDue(now, look.at())) {
      now = new StoredTeam(cycle, now.idleSince(), now.tries() + 1, look.at(), now.alertedAt());
      var wake = new WakeCommand.Look(WakeTrigger.TEAM, WakePolicy.IMMEDIATE, false);
      effects.add(new Tell(WakeCell.at(coordinator.get()), wake));
    }
    if (isAlarming(now, look.at())) {
      now = new StoredTeam(cycle, now.idleSince(), now.tries(), now.triedAt(), look.at());
      var alert = new RaiseAlert("team:" + now.idleSince(), text(look, now));
      effects.add(Tell.durable(AlertCell.ID, alert, alert.key()));
    }
    if (now.equals(memory)) return Step.none();
    memory = now;
    writes.add(new SaveTeam(now));
    return Step.of(Unit.required(writes, effects, List.of()));
  }

  /** True if the cycle has not had its wake, or its wake was long ago and did not help. */
  private boolean isDue(StoredTeam team, long at) {
    if (team.tries() >= MOST_TRIES) return false;
    long gap =
        team.tries() == 0
            ? config.teamIdle().toMillis()
            : config.cooldown().toMillis() << (team.tries() - 1);
    return team.triedAt() == 0 || at - team.triedAt() >= gap || at < team.triedAt();
  }

  private boolean isAlarming(StoredTeam team, long at) {
    return !config.alertAfter().isZero()
        && team.alertedAt() == 0
        && at - team.idleSince() >= config.alertAfter().toMillis();
  }

  private static String text(TeamLook look, StoredTeam team) {
    return "All "
        + look.members().size()
        + " seats of the team are idle for "
        + Ago.words(look.at() - team.idleSince())
        + "; "
        + team.tries()
        + " wakes did not help. Look with: reveille report";
  }

  @Override
  public boolean mayUnload() {
    return true;
  }
}
