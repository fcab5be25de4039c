package dev.reveille.server.store;

import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.Write;
import java.sql.SQLException;

/** One kind of write and its statements. Part of a {@link Table}. */
public record TableWrite<W extends Write>(Class<W> type, Preparation<W> prepare)
    implements Contribution {

  /** Prepares the statements of a write, once for each connection. */
  public interface Preparation<W extends Write> {
    Application<W> on(TableWriter writer) throws SQLException;
  }

  /**
   * Applies a write in the transaction of its unit, on the writer's thread. If it throws, nothing
   * of the unit is stored.
   */
  public interface Application<W extends Write> {
    void apply(W write) throws SQLException, WriteFailure;
  }

  @Override
  public String owns() {
    return "write " + type.getSimpleName();
  }
}
