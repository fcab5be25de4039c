package dev.reveille.server.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * A few connections that only read, and the threads that use them.
 *
 * <p>SQLite runs inside the calling thread, in native code. A virtual thread that waited there for
 * the disk would block its carrier, and a few of them would stop every virtual thread of the
 * process. So a virtual caller parks while one of these platform threads reads for it. A platform
 * caller reads by itself. In both cases at most {@value #COUNT} reads run at once.
 */
final class Readers implements TableReader, AutoCloseable {
  private static final int COUNT = 4;

  /** Opens connections. */
  interface Source {
    Connection open() throws SQLException;
  }

  private final BlockingDeque<Reader> free = new LinkedBlockingDeque<>();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          COUNT, Thread.ofPlatform().name("store-reader-", 0).daemon().factory());

  Readers(Source source) throws SQLException {
    for (int i = 0; i < COUNT; i++) free.add(new Reader(source.open()));
  }

  @Override
  public <T> T read(Query<T> query) {
    return together(() -> readHere(query));
  }

  /** Runs reads on one of the threads, or here if the caller may block. */
  <T> T together(Supplier<T> reads) {
    if (!Thread.currentThread().isVirtual()) return reads.get();
    try {
      return threads.submit(reads::get).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("Interrupted while reading the store.", e);
    } catch (RejectedExecutionException e) {
      throw new StoreException("The store is closed.", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof StoreException said
          ? new StoreException(String.valueOf(said.getMessage()), said)
          : new StoreException("Failed while reading the store: " + e.getCause(), e);
    }
  }

  private <T> T readHere(Query<T> query) {
    Reader reader;
    try {
      // Last in, first out: the page cache of this reader is warm.
      reader = free.takeFirst();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("Interrupted while reading the store.", e);
    }
    try {
      if (reader.isClosed()) throw new StoreException("The store is closed.");
      return query.ask(reader);
    } catch (SQLException e) {
      throw new StoreException(
          "The store cannot be read: " + e.getMessage() + ". Check the disk of the data folder.",
          e);
    } finally {
      free.addFirst(reader);
    }
  }

  /** Waits for the running reads. Later reads fail, because the store is closed. */
  @Override
  public void close() {
    threads.close();
    var taken = new ArrayList<Reader>();
    boolean interrupted = false;
    while (taken.size() < COUNT) {
      try {
        taken.add(free.takeFirst());
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    taken.forEach(Reader::close);
    free.addAll(taken);
    if (interrupted) Thread.currentThread().interrupt();
  }
}
