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
 * The memory that pages of stored text may take, all together.
 *
 * <p>Whoever reads a page asks first, and gives the memory back when the socket took the page.
 * While a page is made its size is not known, so it counts with {@link #MAKING}; then with its
 * size. Those who ask are served in the order they asked. A page is always granted when nothing is
 * taken.
 *
 * <p>Safe for all threads.
 */
public final class PageBudget {
  /**
   * What a page takes while it is made: rows of {@link Store#PAGE_CHARS} characters or one message
   * of any length, as they are read, as text, and as frames.
   */
  public static final long MAKING = 8 << 20;

  private final long most;

  /* Guarded by this. */
  private final Queue<Permit> waiting = new ArrayDeque<>();
  private long taken;

  /**
   * @param most bytes; counts as {@link #MAKING} if it is less
   */
  public PageBudget(long most) {
    this.most = Math.max(MAKING, most);
  }

  /** A part of the largest heap that this process may have. */
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

    /** The page has this size; the rest is given back. */
    public void made(long size) {
      change(size);
    }

    /** Gives everything back, or no longer waits. Does nothing the second time. */
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

    /** Stops waiting. Returns false if it was granted before: then it must still be closed. */
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
   * @param granted run once, when the page may be made; at once, or on the thread that gave memory
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

  /** Waits for the memory of one page, but not for longer than this. */
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

  /** Returns those whose turn it is. Called with the monitor held. */
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

  /** True if somebody waits for memory that others hold. */
  public synchronized boolean isWaitedFor() {
    return !waiting.isEmpty();
  }

  /** Returns the bytes that are taken. */
  public synchronized long taken() {
    return taken;
  }

  /** Returns the bytes that can be taken. */
  public long most() {
    return most;
  }
}
