package dev.reveille.server.store;

import java.util.ArrayList;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/**
 * A few connections that only read, and the threads that use them.
 *
 * <p>SQLite runs inside the calling thread, below Java: a virtual thread that waited there for the
 * disk would hold its carrier, and a few of them would stop every virtual thread of the process. So
 * a virtual caller parks while one of these platform threads reads for it; a platform caller reads
 * by itself. Either way at most {@value #COUNT} reads run at once.
 */
final class Readers implements AutoCloseable {
  private static final int COUNT = 4;

  private final BlockingDeque<Handle> free = new LinkedBlockingDeque<>();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          COUNT, Thread.ofPlatform().name("store-reader-", 0).daemon().factory());

  Readers(ConnectionFactory source) {
    for (int i = 0; i < COUNT; i++) {
      free.add(Jdbi.open(source));
    }
  }

  <T> T read(Function<Handle, T> query) {
    if (!Thread.currentThread().isVirtual()) {
      return readHere(query);
    }
    try {
      return threads.submit(() -> readHere(query)).get();
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

  private <T> T readHere(Function<Handle, T> query) {
    Handle handle;
    try {
      // Last in, first out: its page cache is warm.
      handle = free.takeFirst();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("Interrupted while reading the store.", e);
    }
    try {
      if (handle.isClosed()) {
        throw new StoreException("The store is closed.");
      }
      return query.apply(handle);
    } catch (JdbiException e) {
      throw new StoreException(
          "The store cannot be read: "
              + (e.getCause() == null ? e : e.getCause()).getMessage()
              + ". Check the disk of the data folder.",
          e);
    } finally {
      free.addFirst(handle);
    }
  }

  /** Lets the reads that run finish; later ones are told that the store is closed. */
  @Override
  public void close() {
    threads.close();
    var taken = new ArrayList<Handle>();
    boolean interrupted = false;
    while (taken.size() < COUNT) {
      try {
        taken.add(free.takeFirst());
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    taken.forEach(Handle::close);
    free.addAll(taken);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
