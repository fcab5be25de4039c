package dev.reveille.server.wake;

import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.SeatLook;
import dev.reveille.server.decision.SensorCount;
import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.delivery.ChatAnswer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was read for one decision, at one moment.
 *
 * @param at the wall time of the look
 * @param seat null if there is no such seat, or if it could not be read
 * @param connected true if the agent has a session that takes wakes
 * @param asleepUntil 0 = awake
 * @param elsewhere what sensors of features and work sources have
 * @param failed the names of the sensors that failed
 */
public record Sensed(
    long at,
    @Nullable SeatLook seat,
    boolean connected,
    Reading asleepUntil,
    MailLook mail,
    TaskLook tasks,
    List<SensorCount> elsewhere,
    StoredGate gate,
    List<String> failed)
    implements ChatAnswer {

  public Sensed {
    elsewhere = List.copyOf(elsewhere);
    failed = List.copyOf(failed);
  }

  /** Returns the sum of what sensors and sources have; unknown if one of them is. */
  Reading elsewhereAll() {
    var sum = Reading.ZERO;
    for (var each : elsewhere) sum = sum.plus(each.count());
    // One that is known to have work is enough; the unknown ones are in the list of failures.
    if (!sum.known() && elsewhere.stream().anyMatch(each -> each.count().some())) {
      return Reading.of(elsewhere.stream().mapToLong(each -> each.count().value()).sum());
    }
    return sum;
  }
}
