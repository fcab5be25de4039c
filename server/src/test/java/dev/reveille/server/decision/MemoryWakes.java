package dev.reveille.server.decision;

import dev.reveille.server.mail.HeldReads;
import dev.reveille.server.store.MemoryTable;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The ledger, the memory of wakes and the gate, in memory. */
public final class MemoryWakes extends MemoryTable implements WakeReads {
  /** A seat and a number. */
  private record Key(String seat, long n) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int bySeat = seat.compareTo(other.seat);
      return bySeat == 0 ? Long.compare(n, other.n) : bySeat;
    }
  }

  private static final Comparator<StoredDecision> LAST =
      Comparator.comparingLong(StoredDecision::lastAt)
          .thenComparing(StoredDecision::seat)
          .thenComparingLong(StoredDecision::n);
  private static final Comparator<StoredDecision> SENT =
      Comparator.comparingLong(StoredDecision::firstAt)
          .thenComparing(StoredDecision::seat)
          .thenComparingLong(StoredDecision::n);

  private final TreeMap<Key, StoredDecision> decisions = new TreeMap<>();
  private final TreeMap<String, StoredWake> wakes = new TreeMap<>();
  private final TreeMap<String, StoredGate> gates = new TreeMap<>();

  public MemoryWakes() {
    gates.put("wakes", new StoredGate(GateState.OPEN, 0, "server", "new"));
    write(
        SaveDecision.class,
        (write, undo) -> {
          var next = write.decision();
          undo.change(
              decisions,
              new Key(next.seat(), next.n()),
              next,
              old ->
                  new StoredDecision(
                      old.seat(),
                      old.n(),
                      old.firstAt(),
                      next.lastAt(),
                      next.times(),
                      old.action(),
                      old.reasons(),
                      old.inputs(),
                      next.proof(),
                      next.proofAt(),
                      next.use(),
                      next.reached()));
        });
    write(SaveWake.class, (write, undo) -> undo.set(wakes, write.wake().seat(), write.wake()));
    write(SaveGate.class, (write, undo) -> undo.set(gates, "wakes", write.gate()));
    reads(WakeReads.class, this);
    reads(HeldReads.class, agent -> last(agent).map(StoredDecision::held).orElse(List.of()));
  }

  /** Removes the row of the gate, as a damaged store would. */
  public void loseGate() {
    gates.clear();
  }

  @Override
  public Optional<StoredWake> wake(String seat) {
    read();
    return Optional.ofNullable(wakes.get(seat));
  }

  private List<StoredDecision> of(String seat, long after) {
    return List.copyOf(
        decisions
            .subMap(new Key(seat, after), false, new Key(seat, Long.MAX_VALUE), true)
            .values());
  }

  @Override
  public List<String> inFlight() {
    read();
    return wakes.values().stream()
        .filter(wake -> wake.flight() != null)
        .map(StoredWake::seat)
        .toList();
  }

  @Override
  public List<String> unheard() {
    read();
    return wakes.values().stream().filter(StoredWake::unheard).map(StoredWake::seat).toList();
  }

  @Override
  public Optional<StoredDecision> last(String seat) {
    read();
    return of(seat, Long.MIN_VALUE).reversed().stream().findFirst();
  }

  @Override
  public Optional<StoredDecision> at(String seat, long wallMillis) {
    read();
    return of(seat, Long.MIN_VALUE).reversed().stream()
        .filter(decision -> decision.firstAt() <= wallMillis)
        .findFirst();
  }

  @Override
  public List<StoredDecision> after(String seat, long n, int limit) {
    read();
    return of(seat, n).stream().limit(limit).toList();
  }

  @Override
  public List<StoredDecision> since(long wallMillis, @Nullable StoredDecision after, int limit) {
    read();
    return decisions.values().stream()
        .filter(each -> after == null ? each.lastAt() >= wallMillis : LAST.compare(each, after) > 0)
        .sorted(LAST)
        .limit(limit)
        .toList();
  }

  @Override
  public List<StoredDecision> sent(long from, long to, int limit) {
    read();
    return decisions.values().stream()
        .filter(StoredDecision::isYes)
        .filter(each -> each.firstAt() >= from && each.firstAt() <= to)
        .sorted(SENT.reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public StoredGate gate() {
    read();
    return gates.getOrDefault("wakes", StoredGate.UNREADABLE);
  }

  @Override
  protected void forgetAgent(String agent) {
    decisions.keySet().removeIf(key -> key.seat().equals(agent));
    wakes.remove(agent);
  }

  @Override
  protected long removeOldRows(long now) {
    long before = decisions.size();
    decisions.values().removeIf(each -> each.lastAt() < now - WakeTable.KEPT.toMillis());
    return before - decisions.size();
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of(
        "wake_decisions",
        (long) decisions.size(),
        "wake_seats",
        (long) wakes.size(),
        "wake_gate",
        (long) gates.size());
  }
}
