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
 * older id is the store asked, by a call. So a normal message costs two lookups in memory.
 *
 * The memory is in two parts. When the newer one is full or WINDOW old, it becomes the older one, and
 * the older one is forgotten. So an id is remembered for at least WINDOW, unless more than MOST
 * entries came in that time. No id that is only in the store was made after `horizon`: the time of an
 * entry is never before its id was made (`timeOf`). After the
 * clock was set back, new ids look as old as those before: then the store is asked for each, until
 * the clock has caught up. If it was set back far, that would take too long. Then a repeat from
 * before may be refused by the unique index of ids, as a last resort.
 */
public final class Repeats {
  /** An id that is younger than this is looked for only in memory. */
  static final Duration YOUNG = Duration.ofSeconds(5);

  /** If the clock was set back by more than this, the store is not asked for new ids. */
  private static final Duration SET_BACK = Duration.ofMinutes(1);

  private static final long WINDOW = Duration.ofSeconds(10).toNanos();
  private static final int MOST = 65_536;

  /** The most entries that are read when the cell is loaded, if they may be young. */
  private static final int TAIL = 1_000;

  private final String stream;
  private final Clock clock;
  private final Calls<Answer> calls = new Calls<>(answer -> answer);
  private @Nullable PlacedIds newer;
  private @Nullable PlacedIds older;

  /** The monotonic time at which the newer part was begun. */
  private long begun;

  /** The times of the youngest id of both parts, and of the youngest id of the older one. */
  private long latest = Long.MIN_VALUE;

  private long latestOfOlder = Long.MIN_VALUE;

  /** The id that was looked at last, and when it was made: it is asked for several times. */
  private String last = "";

  private long lastMade;

  /** No id that is only in the store was made after this. */
  private long horizon = Long.MIN_VALUE;

  /** Begins with a stream that has no entries. */
  public Repeats(String stream, Clock clock) {
    this.stream = stream;
    this.clock = clock;
    begun = clock.nanos();
  }

  /** Reads the ids of the newest entries, if there are any of the last seconds. */
  public static Repeats load(String stream, StreamHead head, Clock clock, Store store) {
    var repeats = new Repeats(stream, clock);
    long young = clock.wallMillis() - YOUNG.toMillis();
    if (head.lastSeq() == 0) return repeats;
    repeats.horizon = head.lastTs();
    if (head.lastTs() < young) return repeats;
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
    return check(
        id,
        again,
        fresh,
        () ->
            Step.answer(new ChatAnswer.Refused(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE)));
  }

  /**
   * Does the same.
   *
   * @param unknown the step if the store does not say whether it has the id
   */
  public Step check(
      String id, LongFunction<Step> again, Supplier<Step> fresh, Supplier<Step> unknown) {
    long seq = find(id);
    if (seq != 0) return again.apply(seq);
    if (isCertainlyNew(id)) return fresh.get();
    return calls
        .to(EntryLookup.at(id), new EntryLookup.FindEntry(stream))
        .nothingToUndo()
        .then(
            answer ->
                switch (answer) {
                  case EntryLookup.EntryFound(var found, _) -> again.apply(found);
                  case EntryLookup.NoEntry() -> fresh.get();
                  default -> unknown.get();
                });
  }

  /** Goes on with the command whose id was looked up. */
  public Step resume(Answer answer) {
    return calls.resume(answer);
  }

  /** Notes that the entry with this id has its place. */
  public void placed(String id, long seq) {
    var ids = newer;
    long now = clock.nanos();
    if (ids == null || ids.size() >= MOST || now - begun > WINDOW) {
      if (older != null) horizon = Math.max(horizon, latestOfOlder);
      older = ids;
      latestOfOlder = latest;
      begun = now;
      ids = new PlacedIds();
      newer = ids;
    }
    ids.put(id, seq);
    latest = Math.max(latest, madeAt(id));
  }

  /**
   * Returns the time of a new entry with this id: now, and not before the id was made. The clock
   * may have been set back in between. A cell that is loaded later knows an old id by the entry's
   * time.
   */
  public long timeOf(String id) {
    long now = clock.wallMillis();
    return Math.clamp(madeAt(id), now, now + SET_BACK.toMillis());
  }

  /** Forgets everything: a new stream of this name begins. */
  public void clear() {
    newer = null;
    older = null;
  }

  private long madeAt(String id) {
    if (!id.equals(last)) {
      last = id;
      lastMade = Ids.madeAt(id);
    }
    return lastMade;
  }

  /** Returns the seq of the entry with this id; 0 if it is not remembered. */
  private long find(String id) {
    long seq = newer == null ? 0 : newer.find(id);
    return seq != 0 || older == null ? seq : older.find(id);
  }

  private boolean isCertainlyNew(String id) {
    long made = madeAt(id);
    long now = clock.wallMillis();
    boolean remembered = made > horizon || horizon > now + SET_BACK.toMillis();
    return made >= 0 && Math.abs(now - made) < YOUNG.toMillis() && remembered;
  }
}
