package dev.reveille.server.task;

import dev.reveille.server.store.TableWriter;
import dev.reveille.server.store.WriteFailure;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the places of tasks that were written lately, so that a change need not look them up.
 * Used on the writer's thread.
 */
final class TaskPlaces implements TableWriter.Remembered {
  /** The place of a task that does not exist. */
  static final long NOWHERE = -1;

  private static final int MOST = 32_768;

  private final Map<String, Long> places = new HashMap<>();
  private @Nullable PreparedStatement lookup;

  static TaskPlaces of(TableWriter writer) {
    return writer.shared(TaskPlaces.class, TaskPlaces::new);
  }

  @Override
  public void forget() {
    places.clear();
  }

  void put(String task, long place) {
    if (places.size() >= MOST) places.clear();
    places.put(task, place);
  }

  /** Returns the place of a task; {@link #NOWHERE} if there is none. */
  long find(TableWriter writer, String task) throws SQLException, WriteFailure {
    var known = places.get(task);
    if (known != null) return known;
    writer.send();
    var row = lookup;
    if (row == null) {
      row = writer.prepare("SELECT place FROM tasks WHERE id = ?");
      lookup = row;
    }
    row.setString(1, task);
    try (var found = row.executeQuery()) {
      if (!found.next()) return NOWHERE;
      put(task, found.getLong(1));
      return found.getLong(1);
    }
  }
}
