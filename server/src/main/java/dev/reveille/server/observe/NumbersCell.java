package dev.reveille.server.observe;

import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores what was measured, by minute and by hour. It writes once a minute. A write that fails is
 * lost and nothing else is: numbers are no reason to refuse anything.
 *
 * <p>A minute or an hour that an earlier process began is continued. If the wall clock is set back,
 * the newest measurement of a slot replaces the older one.
 */
public final class NumbersCell implements Cell {
  static final String KIND = "numbers";
  public static final CellId ID = new CellId(KIND, "server");

  private static final long HOUR_MILLIS = 3_600_000;

  private @Nullable StoredNumbers minute;
  private @Nullable StoredNumbers hour;

  NumbersCell(NumbersReads stored) {
    minute = stored.newestMinute().orElse(null);
    hour = stored.newestHour().orElse(null);
  }

  @Override
  public Step handle(Command command) {
    var measured = ((AddMinute) command).measured();
    long begin = Math.floorDiv(measured.at(), HOUR_MILLIS) * HOUR_MILLIS;
    var newMinute = added(minute, measured, measured.at());
    var newHour = added(hour, measured, begin);
    minute = newMinute;
    hour = newHour;
    return Step.of(
        Unit.bestEffort(List.of(new SaveMinute(newMinute), new SaveHour(newHour)), List.of()));
  }

  private static StoredNumbers added(
      @Nullable StoredNumbers before, StoredNumbers measured, long at) {
    if (before == null || before.at() != at) {
      return new StoredNumbers(at, measured.seconds(), measured.figures());
    }
    var sum = Figures.of(before.figures()).plus(Figures.of(measured.figures()));
    return new StoredNumbers(at, before.seconds() + measured.seconds(), sum.text());
  }

  @Override
  public boolean mayUnload() {
    return true;
  }
}
