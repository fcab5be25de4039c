package dev.reveille.bench;

import dev.reveille.server.callback.Callbacks.Request;
import dev.reveille.server.callback.VolatileCallbacks;
import dev.reveille.server.kernel.ParkingTimerQueue;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.SystemClock;
import java.time.Duration;
import java.util.Map;
import java.util.Random;

/**
 * Measures what many pending callbacks cost: to set one, to remove one with its session, and in
 * memory. It uses the server's book and timer queue in this process; nothing fires.
 */
/*
 * Payload is what the agent wrote: its string with that string's bytes and headers. The book keeps
 * one string in its place, so the memory "beyond the payload" is everything else that is reachable
 * from the book: entries, timer queue, lists of sessions. Ids of agents and sessions are their
 * sessions' own and are there before.
 */
record PendingCallbacks(Scenario scenario, int sessions, int perSession) {
  private static final int PAYLOAD = 64;
  private static final int SHORTEST_SECONDS = 600;
  private static final int LONGEST_SECONDS = 3600;
  private static final int SEED = 4;

  Result measure(Options options) {
    var target = Target.inProcess();
    var agents = new String[sessions];
    var ids = new SessionId[sessions];
    for (int i = 0; i < sessions; i++) {
      agents[i] = "@agent-" + i;
      ids[i] = new SessionId("bench", i);
    }
    var insert = new Histogram();
    var cancel = new Histogram();
    for (int i = 0; i < options.rounds(); i++) {
      try (var timers = timers()) {
        var book = book(timers);
        fill(book, agents, ids, insert);
        clear(book, ids, cancel);
      }
    }
    insert.clear();
    cancel.clear();
    long payload = payloadBytes(target);
    // A new book: tables that grew before would be missing in the account.
    long before = target.liveHeap();
    try (var timers = timers()) {
      var book = book(timers);
      var open = MeasuredWindow.begin(target);
      fill(book, agents, ids, insert);
      var window = open.end((long) sessions * perSession);
      long heap = target.liveHeap() - before;
      if (book.pending() != window.count()) throw new BenchException("callbacks are missing");
      clear(book, ids, cancel);
      if (book.pending() != 0) throw new BenchException("callbacks were left");
      double each = (double) heap / window.count();
      return Result.of(scenario, target, window, "pending callbacks")
          .heap(heap)
          .more(
              Map.of(
                  "insert p50 ns", (double) insert.quantile(0.5),
                  "insert p99 ns", (double) insert.quantile(0.99),
                  "cancel p50 ns", (double) cancel.quantile(0.5),
                  "cancel p99 ns", (double) cancel.quantile(0.99),
                  "heap bytes each with payload", each,
                  "heap bytes each beyond payload", each - payload));
    }
  }

  private static ParkingTimerQueue timers() {
    return new ParkingTimerQueue(new SystemClock(), Duration.ofSeconds(1));
  }

  private VolatileCallbacks book(ParkingTimerQueue timers) {
    return new VolatileCallbacks(perSession, new SystemClock(), timers);
  }

  /** Sets callbacks session after session, as agents connect; due times are random. */
  private void fill(VolatileCallbacks book, String[] agents, SessionId[] ids, Histogram insert) {
    var random = new Random(SEED);
    for (int n = 0; n < perSession; n++) {
      for (int i = 0; i < sessions; i++) {
        var delay =
            Duration.ofNanos(
                random.nextLong(
                    SHORTEST_SECONDS * 1_000_000_000L, LONGEST_SECONDS * 1_000_000_000L));
        var request = new Request(delay, null, payload(random));
        long from = System.nanoTime();
        boolean set = book.set(agents[i], ids[i], request).isPresent();
        insert.record(System.nanoTime() - from);
        if (!set) throw new BenchException("a callback was refused");
      }
    }
  }

  /** Removes a session's callbacks together; the time of one is its share. */
  private void clear(VolatileCallbacks book, SessionId[] ids, Histogram cancel) {
    var order = new Random(SEED).ints(0, sessions).distinct().limit(sessions).toArray();
    for (int i : order) {
      long from = System.nanoTime();
      book.forget(ids[i]);
      long each = (System.nanoTime() - from) / perSession;
      for (int n = 0; n < perSession; n++) cancel.record(each);
    }
  }

  private static String payload(Random random) {
    var text = Long.toHexString(random.nextLong());
    return text + "x".repeat(PAYLOAD - text.length());
  }

  /** Returns the memory of one payload as a string of its own. */
  private static long payloadBytes(Target target) {
    int count = 100_000;
    var random = new Random(SEED);
    var kept = new String[count];
    long before = target.liveHeap();
    for (int i = 0; i < count; i++) kept[i] = payload(random);
    long bytes = target.liveHeap() - before;
    if (kept[count - 1].isEmpty()) throw new BenchException("no payload");
    return Math.round((double) bytes / count);
  }
}
