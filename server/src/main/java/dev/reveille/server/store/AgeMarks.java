package dev.reveille.server.store;

import java.util.Optional;

/**
 * Remembers which ids were given before which time. So the age of a row does not depend only on the
 * time in the row, which is wrong if the wall clock was wrong.
 *
 * <p>Marks are made only with a time that retention trusts.
 */
final class AgeMarks {
  /**
   * The time between two marks. A row that is known to be old only by a mark is removed at most
   * this much later.
   */
  private static final long MARK_INTERVAL_MILLIS = 3_600_000;

  private final Readers readers;
  private final GroupCommit writer;

  AgeMarks(Readers readers, GroupCommit writer) {
    this.readers = readers;
    this.writer = writer;
  }

  /** Returns the time of the newest mark. */
  Optional<Long> newest() {
    return readers.read(
        r -> r.first("SELECT at FROM ages ORDER BY at DESC LIMIT 1", row -> row.getLong(1)));
  }

  /** Returns the highest id that is known to be given before that time. */
  long idBefore(long time) {
    return readers
        .read(
            r ->
                r.first(
                    "SELECT last_id FROM ages WHERE at < ? ORDER BY at DESC LIMIT 1",
                    row -> row.getLong(1),
                    time))
        .orElse(Long.MIN_VALUE);
  }

  /**
   * Records the newest id of now. Removes marks that are no longer needed, and marks in the future.
   */
  void mark(long now, long oldest) {
    var last = newest();
    if (last.isPresent() && last.get() <= now && now - last.get() < MARK_INTERVAL_MILLIS) return;
    long id = lastId();
    Pruning.await(
        writer,
        c -> {
          try (var future = c.prepareStatement("DELETE FROM ages WHERE at >= ?");
              var past =
                  c.prepareStatement(
                      "DELETE FROM ages WHERE at < (SELECT max(at) FROM ages WHERE at < ?)");
              var mark = c.prepareStatement("INSERT INTO ages (at, last_id) VALUES (?, ?)")) {
            future.setLong(1, now);
            future.executeUpdate();
            past.setLong(1, oldest);
            past.executeUpdate();
            mark.setLong(1, now);
            mark.setLong(2, id);
            return mark.executeUpdate();
          }
        });
  }

  void forget() {
    Pruning.await(
        writer,
        c -> {
          try (var all = c.prepareStatement("DELETE FROM ages")) {
            return all.executeUpdate();
          }
        });
  }

  private long lastId() {
    long last = 0;
    for (var table : new String[] {"messages", "events"}) {
      last =
          Math.max(
              last,
              readers
                  .read(r -> r.first("SELECT max(id) FROM " + table, row -> row.getLong(1)))
                  .orElse(0L));
    }
    return last;
  }
}
