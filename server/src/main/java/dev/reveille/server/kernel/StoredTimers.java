package dev.reveille.server.kernel;

import java.util.OptionalLong;

/**
 * Timers that survive the process. A cell sets one with the write {@link SetTimer} and ends it with
 * {@link RemoveTimer}, in the required unit of its decision. When a timer is due, its owner is told
 * the command of its {@link TimerKind}.
 *
 * <ul>
 *   <li>A timer that was stored is told at least once, also after a crash. It stays until it is
 *       removed or set again. So it takes effect exactly once if it is removed in the unit of its
 *       effect.
 *   <li>It is due when the wall clock shows its time, or when the time that was asked for has
 *       passed on the monotonic clock since it was set or the process started, whichever is first.
 *       So it is never early, a jump ahead of the wall clock (or a suspended machine) makes it due,
 *       and a jump back does not make it wait longer. A jump is noticed within the poll interval of
 *       the {@link TimerQueue}.
 *   <li>The earliest is told first; timers of the same time are told in the order in which they
 *       were set. A few are told at a time, so that other commands do not wait behind thousands.
 *   <li>Timers that are overdue when the process starts, or after a jump, are told in this order at
 *       a bounded rate. At the start they count as {@link Phase#DUE} before anybody can connect.
 *   <li>If the owner fails, or the store refuses what the owner or another cell decided about the
 *       timer, it is told again after a wait that grows from one second to about a minute. If the
 *       owner handled the command and did not remove the timer, it is told again only after a
 *       {@link TimerEffect} or a restart.
 *   <li>The owner is not told of a timer that was set again or removed by a step that it returned
 *       before, even if that step is not durable yet and the timer was already on its way.
 * </ul>
 *
 * <p>A feature limits how many timers it sets, and removes the timers of a thing with the thing.
 * Any thread may ask; nothing here blocks or reads the store.
 */
public interface StoredTimers {
  /** The phase of a timer. */
  enum Phase {
    /** There is no such timer. */
    NONE,
    /** There is no such timer yet, but a unit that sets or removes it is on its way. */
    STORING,
    /** Its time has not come, or it was put off. */
    WAITING,
    /** Its time has come and it was not removed. */
    DUE
  }

  Phase phase(TimerId timer);

  /** Returns what was noted for a timer with a {@link TimerEffect}; 0 if nothing was. */
  int note(TimerId timer);

  /** Returns how many timers of this kind the cell owns. */
  int count(CellId owner, String kind);

  /** Returns the wall time of the next timer of this kind that waits; empty if none does. */
  OptionalLong next(CellId owner, String kind);

  /** Returns how many timers of this kind there are. */
  int size(String kind);
}
