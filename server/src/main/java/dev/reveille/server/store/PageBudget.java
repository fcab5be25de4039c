package dev.reveille.server.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Limits the memory of all pages of stored text together.
 *
 * <p>The reader of a page asks for memory first and gives it back when the socket took the page.
 * While a page is being made, its size is not known, so it counts as {@link #MAKING}. After that it
 * counts with its size. Requests are granted in the order in which they came. If no memory is
 * taken, a page is always granted.
 *
 * <p>Safe for all threads.
 */
public final class PageBudget {
  /**
   * The memory of a page while it is being made: rows of {@link Store#PAGE_CHARS} characters or one
   * message of any length, as rows, as text, and as frames.
   */
  public static final long MAKING = 8 << 20;

  private final long most;

  /* Guarded by this. */
  private final Queue<Permit> waiting = new ArrayDeque<>();
  private long taken;

  /**
   * @param most the limit in bytes; a lower value counts as {@link #MAKING}
   */
  public PageBudget(long most) {
    this.most = Math.max(MAKING, most);
  }

  /** Returns a budget of this part of the largest heap that this process may have. */
  public static PageBudget ofHeap(int part) {
    return new PageBudget(Runtime.getRuntime().maxMemory() / part);
  }

  /** The memory of one page: asked for, held, given back. */
  public final class Permit implements AutoCloseable {
    private final Runnable granted;
    private boolean held;
    private boolean closed;
    private long bytes;

    private Permit(Runnable granted) {
      this.granted = granted;
    }

    /** Sets the size of the finished page. The rest is given back. */
    public void made(long size) {
      change(size);
    }

    /** Gives everything back, or stops waiting. A second call does nothing. */
    @Override
    public void close() {
      List<Permit> next;
      synchronized (PageBudget.this) {
        if (closed) return;
        closed = true;
        if (!held) waiting.remove(this);
        taken -= bytes;
        bytes = 0;
        next = grant();
      }
      run(next);
    }

    /** Stops waiting. False if the permit was already granted; then it must still be closed. */
    public boolean withdraw() {
      synchronized (PageBudget.this) {
        if (held) return false;
      }
      close();
      return true;
    }

    private void change(long size) {
      List<Permit> next;
      synchronized (PageBudget.this) {
        if (!held || closed) return;
        taken += size - bytes;
        bytes = size;
        next = grant();
      }
      run(next);
    }
  }

  /**
   * Asks for the memory of one page.
   *
   * @param granted runs once, when the page may be made: at once, or on the thread that gave memory
   *     back. Must not block or throw
   */
  public Permit ask(Runnable granted) {
    var permit = new Permit(granted);
    List<Permit> next;
    synchronized (this) {
      waiting.add(permit);
      next = grant();
    }
    run(next);
    return permit;
  }

  /** Waits for the memory of one page, at most this long. Returns empty if the time is over. */
  public Optional<Permit> take(Duration atMost) throws InterruptedException {
    var granted = new CompletableFuture<@Nullable Void>();
    var permit = ask(() -> granted.complete(null));
    try {
      granted.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
      return Optional.of(permit);
    } catch (TimeoutException e) {
      permit.close();
      return Optional.empty();
    } catch (InterruptedException e) {
      permit.close();
      throw e;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the permits that are granted now. The caller holds the monitor. */
  private List<Permit> grant() {
    List<Permit> next = List.of();
    while (!waiting.isEmpty() && (taken == 0 || taken + MAKING <= most)) {
      var permit = waiting.remove();
      permit.held = true;
      permit.bytes = MAKING;
      taken += MAKING;
      if (next.isEmpty()) next = new ArrayList<>();
      next.add(permit);
    }
    return next;
  }

  private static void run(List<Permit> next) {
    for (var permit : next) permit.granted.run();
  }

  /** True if a request waits for memory that others hold. */
  public synchronized boolean isWaitedFor() {
    return !waiting.isEmpty();
  }

  /** Returns the bytes that are taken. */
  public synchronized long taken() {
    return taken;
  }

  /** Returns the limit in bytes. */
  public long most() {
    return most;
  }
}
