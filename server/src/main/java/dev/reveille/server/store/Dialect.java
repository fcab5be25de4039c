package dev.reveille.server.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The differences between databases: how they are opened and locked, and what their errors mean.
 * All other SQL is common to them.
 */
interface Dialect {
  /** Returns the path of the database, to be shown to a person. */
  Path place();

  /**
   * Opens the connection that writes. A commit returns after it is on disk, and readers see it only
   * then.
   */
  Connection writer() throws SQLException;

  /** Opens a connection that cannot write. The writing connection must be open. */
  Connection reader() throws SQLException;

  /**
   * Updates the tables to the newest migration.
   *
   * @param newest the number of the newest migration that this program knows
   */
  void migrate(Connection connection, int newest) throws SQLException;

  /** Returns the statement that begins a transaction that will write. */
  String begin();

  /** Returns the statement that sets how long a transaction waits for another program's lock. */
  String waitForLocks(boolean inTrouble);

  /** Returns the cause of a failed write. */
  WriteFailure failure(SQLException failure);

  /** Returns why a database cannot be opened and what to do, as the end of a sentence. */
  String whyNotOpened(Throwable failure);
}
