package dev.reveille.server.seat;

import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.Undo;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sessions, handoffs and what was worked on, in memory. */
public final class MemoryHandoffs extends MemoryTable implements MemoryReads, SeatUseReads {
  private record Numbered(String identity, long number) {}

  private record Used(String session, long slot) {}

  private record Touched(String identity, String thing) {}

  private final Map<String, SeatSession> sessions = new HashMap<>();
  private final Map<Numbered, Handoff> handoffs = new HashMap<>();
  private final Map<Touched, WorkedOnLast> worked = new HashMap<>();
  private final Map<Used, StoredUse> uses = new HashMap<>();

  public MemoryHandoffs() {
    write(SaveSeatSession.class, this::save);
    write(AddHandoff.class, this::add);
    write(
        NoteUse.class,
        (write, undo) ->
            undo.set(uses, new Used(write.use().session(), write.use().slot()), write.use()));
    reads(MemoryReads.class, this);
    reads(SeatUseReads.class, this);
  }

  private void save(SaveSeatSession write, Undo undo) throws Contradiction {
    var session = write.session();
    for (var other : sessions.values()) {
      if (!other.id().equals(session.id())
          && other.identity().equals(session.identity())
          && other.epoch() == session.epoch()) {
        throw new Contradiction("two sessions of epoch " + session.epoch());
      }
    }
    var old = sessions.get(session.id());
    undo.set(
        sessions,
        session.id(),
        old == null
            ? session
            : new SeatSession(
                old.id(),
                old.identity(),
                session.epoch(),
                old.origin(),
                old.reason(),
                old.startedAt(),
                session.seenAt(),
                session.endedAt(),
                session.ending(),
                session.use()));
  }

  @Override
  public long starts(long since, long until) {
    read();
    return sessions.values().stream()
        .filter(each -> each.startedAt() >= since && each.startedAt() <= until)
        .filter(
            each ->
                each.ending() != SessionEnding.START_FAILED
                    && each.ending() != SessionEnding.CALLED_OFF)
        .count();
  }

  private void add(AddHandoff write, Undo undo) throws Contradiction {
    var handoff = write.handoff();
    var id = handoff.identity();
    var place = new Numbered(id, handoff.number());
    if (handoffs.containsKey(place)) throw new Contradiction(place + " exists");
    undo.keep(handoffs);
    handoffs.put(place, handoff);
    handoffs
        .keySet()
        .removeIf(
            each -> each.identity().equals(id) && each.number() <= handoff.number() - write.keep());
    for (var thing : handoff.workedOn()) {
      undo.set(
          worked,
          new Touched(id, thing),
          new WorkedOnLast(id, thing, handoff.session(), handoff.at()));
    }
  }

  @Override
  public List<SeatSession> sessions(String identity, int limit) {
    read();
    return sessions.values().stream()
        .filter(session -> session.identity().equals(identity))
        .sorted(Comparator.comparingLong(SeatSession::epoch).reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public Optional<SeatSession> session(String id) {
    read();
    return Optional.ofNullable(sessions.get(id));
  }

  @Override
  public List<Handoff> handoffs(String identity, long before, int limit) {
    read();
    return handoffs.values().stream()
        .filter(each -> each.identity().equals(identity) && each.number() < before)
        .sorted(Comparator.comparingLong(Handoff::number).reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public List<WorkedOnLast> workedOn(String identity, int limit) {
    read();
    return worked.values().stream()
        .filter(each -> each.identity().equals(identity))
        .sorted(Comparator.comparingLong(WorkedOnLast::at).reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public List<WorkedOnLast> workers(String thing, int limit) {
    read();
    return worked.values().stream()
        .filter(each -> each.thing().equals(thing))
        .sorted(Comparator.comparingLong(WorkedOnLast::at).reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public List<StoredUse> use(String session, long from) {
    read();
    var all =
        uses.values().stream()
            .filter(each -> each.session().equals(session))
            .sorted(Comparator.comparingLong(StoredUse::slot))
            .toList();
    int first = 0;
    for (int i = 0; i < all.size() && all.get(i).at() <= from; i++) first = i;
    return all.subList(first, all.size());
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of(
        "seat_sessions", (long) sessions.size(),
        "handoffs", (long) handoffs.size(),
        "worked_on_last", (long) worked.size(),
        "seat_use", (long) uses.size());
  }

  @Override
  protected void forgetAgent(String agent) {
    sessions.values().removeIf(each -> each.identity().equals(agent));
    handoffs.keySet().removeIf(each -> each.identity().equals(agent));
    worked.keySet().removeIf(each -> each.identity().equals(agent));
    uses.values().removeIf(each -> each.identity().equals(agent));
  }

  @Override
  protected long removeOldRows(long now) {
    int before = sessions.size();
    sessions
        .values()
        .removeIf(
            each -> each.endedAt() != null && each.endedAt() <= now - HandoffTable.KEPT.toMillis());
    int uses = this.uses.size();
    this.uses.values().removeIf(each -> each.at() <= now - HandoffTable.KEPT.toMillis());
    return (long) before - sessions.size() + uses - this.uses.size();
  }
}
