package dev.reveille.server.delivery;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StreamHead;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Recognises a command that was sent again and whose entry has its place already. Part of a cell
 * that owns a stream.
 */
/*
 * A message id says when it was made. Nearly every command has an id that was made just now. Such an
 * id can only be known if its entry was placed just now, too, and those are in memory. Only for an
 * older id is the store asked, by a call. So a normal message costs two lookups in a map.
 *
 * The memory is two maps. When the newer one is full or WINDOW old, it becomes the older one, and
 * the older one is forgotten. So an id is remembered for at least WINDOW, unless more than MOST
 * entries came in that time. Every forgotten id was made before `horizon`.
 */
public final class Repeats {
  /** An id that is younger than this is looked for only in memory. */
  static final Duration YOUNG = Duration.ofSeconds(5);

  private static final long WINDOW = Duration.ofSeconds(10).toNanos();
  private static final int MOST = 65_536;

  /** How many entries are read when the cell is loaded, if they may be young. */
  private static final int TAIL = 1_000;

  private final String stream;
  private final Clock clock;
  private final Calls<Answer> calls = new Calls<>(answer -> answer);
  private @Nullable Map<String, Long> newer;
  private @Nullable Map<String, Long> older;

  /** When the newer map was begun, by the monotonic clock and by the wall. */
  private long begun;

  private long begunWall;

  /** All ids that are not in memory but in the store were made by this wall time, or long ago. */
  private long horizon = Long.MIN_VALUE;

  /** Begins with a stream that has no entries. */
  public Repeats(String stream, Clock clock) {
    this.stream = stream;
    this.clock = clock;
    begun = clock.nanos();
    begunWall = clock.wallMillis();
  }

  /** Reads the ids of the newest entries, if there are any of the last seconds. */
  public static Repeats load(String stream, StreamHead head, Clock clock, Store store) {
    var repeats = new Repeats(stream, clock);
    long young = clock.wallMillis() - YOUNG.toMillis();
    if (head.lastSeq() == 0 || head.lastTs() < young) return repeats;
    var newest = store.reads(EntryReads.class).newest(stream, TAIL);
    for (var place : newest) {
      repeats.placed(place.msgId(), place.seq());
      repeats.horizon = place.ts();
      if (place.ts() < young) break;
    }
    return repeats;
  }

  /** Returns the cells that this asks for old ids. */
  public static CellKind lookup(Store store) {
    return EntryLookup.kind(store);
  }

  /**
   * Takes the step {@code fresh} if no entry of the stream has this id. Otherwise takes the step
   * {@code again} with the seq of the first entry. It may have to ask the store before: then the
   * cell's {@link #resume} goes on.
   */
  public Step check(String id, LongFunction<Step> again, Supplier<Step> fresh) {
    var seq = find(id);
    if (seq != null) return again.apply(seq);
    if (isCertainlyNew(id)) return fresh.get();
    return calls
        .to(EntryLookup.at(id), new EntryLookup.FindEntry(stream))
        .nothingToUndo()
        .then(
            answer ->
                switch (answer) {
                  case EntryLookup.EntryFound(var found, _) -> again.apply(found);
                  case EntryLookup.NoEntry() -> fresh.get();
                  default ->
                      Step.answer(
                          new ChatAnswer.Refused(
                              ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE));
                });
  }

  /** Goes on with the command whose id was looked up. */
  public Step resume(Answer answer) {
    return calls.resume(answer);
  }

  /** Notes that the entry with this id has its place. */
  public void placed(String id, long seq) {
    var map = newer;
    long now = clock.nanos();
    if (map == null || map.size() >= MOST || now - begun > WINDOW) {
      if (older != null) horizon = begunWall;
      older = now - begun > 2 * WINDOW ? null : map;
      begun = now;
      begunWall = clock.wallMillis();
      map = new HashMap<>();
      newer = map;
    }
    map.put(id, seq);
  }

  /** Forgets everything: a new stream of this name begins. */
  public void clear() {
    newer = null;
    older = null;
  }

  private @Nullable Long find(String id) {
    var seq = newer == null ? null : newer.get(id);
    return seq != null || older == null ? seq : older.get(id);
  }

  private boolean isCertainlyNew(String id) {
    long made = Ids.madeAt(id);
    long now = clock.wallMillis();
    // After the clock was set back, the horizon may be in the future; then it says nothing.
    boolean remembered = made > horizon || horizon > now;
    return made >= 0 && Math.abs(now - made) < YOUNG.toMillis() && remembered;
  }
}
