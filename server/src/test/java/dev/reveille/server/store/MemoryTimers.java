package dev.reveille.server.store;

import dev.reveille.server.kernel.RemoveTimer;
import dev.reveille.server.kernel.SetTimer;
import dev.reveille.server.kernel.TimerId;
import dev.reveille.server.kernel.TimerReads;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The stored timers, in memory. */
public final class MemoryTimers extends MemoryTable implements TimerReads {
  private static final Comparator<Row> IN_ORDER =
      Comparator.comparingLong(Row::at).thenComparingLong(Row::place);

  private record Kept(SetTimer timer, long place) {
    Row row() {
      return new Row(timer.timer(), timer.at(), timer.madeAt(), !timer.payload().isEmpty(), place);
    }
  }

  private final Map<TimerId, Kept> timers = new HashMap<>();

  public MemoryTimers() {
    write(
        SetTimer.class,
        (write, undo) -> undo.set(timers, write.timer(), new Kept(write, nextId())));
    write(RemoveTimer.class, (write, undo) -> undo.set(timers, write.timer(), null));
    reads(TimerReads.class, this);
  }

  @Override
  public List<Row> timersAfter(long at, long place, int limit) {
    read();
    return timers.values().stream()
        .map(Kept::row)
        .filter(row -> row.at() > at || (row.at() == at && row.place() > place))
        .sorted(IN_ORDER)
        .limit(limit)
        .toList();
  }

  @Override
  public Optional<SetTimer> timer(TimerId timer) {
    read();
    return Optional.ofNullable(timers.get(timer)).map(Kept::timer);
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("timers", (long) timers.size());
  }

  @Override
  protected boolean keepsAgent(String agent, long now) {
    return timers.keySet().stream()
        .anyMatch(t -> t.owner().kind().equals("agent") && t.owner().name().equals(agent));
  }
}
