package dev.reveille.server.outgoing;

import dev.reveille.server.outgoing.OutgoingAnswer.Failed;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks names up within a limit of time.
 *
 * <p>The system's lookup cannot be interrupted and holds its thread. So it runs on a few threads of
 * its own; if all of them hang, further lookups wait and then fail.
 */
final class BoundedLookup implements AutoCloseable {
  private static final int THREADS = 4;
  private static final int MOST_WAITING = 64;

  private final AddressLookup lookup;
  private final ThreadPoolExecutor threads;

  BoundedLookup(AddressLookup lookup) {
    this.lookup = lookup;
    this.threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING),
            Thread.ofPlatform().daemon().name("outgoing-lookup-", 0).factory());
    threads.allowCoreThreadTimeOut(true);
  }

  /** Returns the addresses of a host, from one lookup. */
  List<InetAddress> addresses(String host, Deadline deadline)
      throws FailedExchange, InterruptedException {
    try {
      var asked = threads.submit(() -> List.copyOf(lookup.addresses(host)));
      try {
        return asked.get(deadline.nanos(), TimeUnit.NANOSECONDS);
      } finally {
        asked.cancel(true);
      }
    } catch (ExecutionException e) {
      throw new FailedExchange(new Failed("The host " + host + " is not known", false));
    } catch (TimeoutException e) {
      throw new FailedExchange(new Failed("The host " + host + " was not found in time", false));
    } catch (RejectedExecutionException e) {
      throw new FailedExchange(new Failed("Too many hosts are being looked up", false));
    }
  }

  @Override
  public void close() {
    var _ = threads.shutdownNow();
  }
}
