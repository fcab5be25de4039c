package dev.reveille.server.seat;

import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.Undo;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Seats, their bodies and their logs, in memory. */
public final class MemorySeats extends MemoryTable implements SeatReads {
  private record Place(String identity, long seq) {}

  private final Map<String, StoredBody> bodies = new HashMap<>();
  private final TreeMap<String, StoredSeat> seats = new TreeMap<>();
  private final Map<Place, StoredSeatLog> log = new HashMap<>();

  public MemorySeats() {
    write(TakeBody.class, this::take);
    write(SaveSeat.class, this::save);
    write(MoveSeat.class, this::move);
    write(RemoveSeat.class, this::remove);
    write(AppendSeatLog.class, this::append);
    reads(SeatReads.class, this);
  }

  private void take(TakeBody write, Undo undo) throws Contradiction {
    var body = write.body();
    var old = bodies.get(body.identity());
    if ((old == null ? 0 : old.epoch()) != body.epoch() - 1) {
      throw new Contradiction("another took the body of " + body.identity());
    }
    undo.set(bodies, body.identity(), body);
  }

  private void save(SaveSeat write, Undo undo) {
    var id = write.seat().identity();
    var old = seats.get(id);
    var progress = old == null ? SeatProgress.begin(write.at()) : old.progress();
    undo.set(seats, id, new StoredSeat(write.seat(), progress));
  }

  private void move(MoveSeat write, Undo undo) throws Contradiction {
    var old = seats.get(write.identity());
    if (old == null || old.progress().seq() != write.before()) {
      throw new Contradiction("change " + write.progress().seq() + " is late");
    }
    undo.set(seats, write.identity(), new StoredSeat(old.seat(), write.progress()));
  }

  private void remove(RemoveSeat write, Undo undo) {
    undo.set(seats, write.identity(), null);
    undo.keep(log);
    log.keySet().removeIf(place -> place.identity().equals(write.identity()));
  }

  private void append(AppendSeatLog write, Undo undo) throws Contradiction {
    var place = new Place(write.row().identity(), write.row().seq());
    if (log.containsKey(place)) throw new Contradiction(place + " exists");
    undo.set(log, place, write.row());
  }

  @Override
  public Optional<StoredSeat> seat(String identity) {
    read();
    return Optional.ofNullable(seats.get(identity));
  }

  @Override
  public List<StoredSeat> seats(String after, int limit) {
    read();
    return seats.tailMap(after, false).values().stream().limit(limit).toList();
  }

  @Override
  public long count() {
    read();
    return seats.size();
  }

  @Override
  public List<StoredSeatLog> log(String identity, long before, int limit) {
    read();
    return log.values().stream()
        .filter(row -> row.identity().equals(identity) && row.seq() < before)
        .sorted(Comparator.comparingLong(StoredSeatLog::seq).reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public Optional<StoredBody> body(String identity) {
    read();
    return Optional.ofNullable(bodies.get(identity));
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of(
        "bodies", (long) bodies.size(),
        "seats", (long) seats.size(),
        "seat_log", (long) log.size());
  }

  @Override
  protected boolean keepsAgent(String agent, long now) {
    return seats.containsKey(agent);
  }

  @Override
  protected void forgetAgent(String agent) {
    bodies.remove(agent);
    log.keySet().removeIf(place -> place.identity().equals(agent));
  }

  @Override
  protected long removeOldRows(long now) {
    int before = log.size();
    log.values().removeIf(row -> row.at() <= now - SeatTable.KEPT.toMillis());
    return (long) before - log.size();
  }
}
