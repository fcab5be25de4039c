package dev.reveille.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.IntFunction;

/** Runs the same task many times, a limited number of them at once. */
final class Crowd {
  private static final int AT_ONCE = 64;

  private Crowd() {}

  /**
   * Returns the results for the numbers from 0 up to the count, in order.
   *
   * @throws BenchException if any failed
   */
  static <T> List<T> of(int count, IntFunction<T> member) {
    var permits = new Semaphore(AT_ONCE);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var futures = new ArrayList<Future<T>>(count);
      for (int i = 0; i < count; i++) {
        int number = i;
        permits.acquire();
        futures.add(
            threads.submit(
                () -> {
                  try {
                    return member.apply(number);
                  } finally {
                    permits.release();
                  }
                }));
      }
      var members = new ArrayList<T>(count);
      for (var future : futures) members.add(future.get());
      return members;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BenchException known) throw known;
      throw new BenchException(String.valueOf(e.getCause()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }
}
