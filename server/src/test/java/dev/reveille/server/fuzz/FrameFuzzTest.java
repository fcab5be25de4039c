package dev.reveille.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.server.app.ServerFixture;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Frames of every shape from many connections in every phase of their lives.
 *
 * <p>{@code -Dreveille.fuzz.frames=N} sends that many (0 = until stopped); {@code -Dreveille.seed}
 * draws others.
 */
@Tag("long")
class FrameFuzzTest {
  private static final long FRAMES = Long.getLong("reveille.fuzz.frames", 100_000);
  private static final long SEED = Long.getLong("reveille.seed", 0x5EED);
  private static final int AT_ONCE = 24;
  private static final int IDENTITIES = 8;

  @TempDir Path folder = Path.of("");

  private final AtomicLong left = new AtomicLong(FRAMES == 0 ? Long.MAX_VALUE : FRAMES);
  private final AtomicLong lives = new AtomicLong();
  private final List<Identity> identities =
      IntStream.range(0, IDENTITIES).mapToObj(_ -> Identity.generate()).toList();

  @Test
  void whatever_is_sent_everything_is_answered_and_nobody_else_notices() throws Exception {
    long began = System.nanoTime();
    try (var server = ServerFixture.start(folder, "TAKEOVER_WAIT_MS", "0");
        var witnesses = new Witnesses(server);
        var watch = new ServerWatch(server)) {
      witnesses.start();
      run(server.port(), witnesses.targets());
      witnesses.check();
      // Whether an agent's bodies changed lately is remembered for five minutes.
      watch.check(IDENTITIES);
      System.out.printf(
          "fuzz: %d frames in %d connections, %d rounds of the witnesses, slowest %d ms, %d s%n",
          FRAMES - left.get(),
          lives.get(),
          witnesses.rounds(),
          witnesses.slowestMillis(),
          (System.nanoTime() - began) / 1_000_000_000);
      assertThat(FRAMES - left.get()).isGreaterThanOrEqualTo(FRAMES);
    }
  }

  private void run(int port, List<String> targets) throws Exception {
    var workers = new ArrayList<Future<Void>>();
    try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int i = 0; i < AT_ONCE; i++) {
        workers.add(threads.submit(worker(port, targets, SEED * 1_000 + i)));
      }
      for (var worker : workers) worker.get();
    }
  }

  private Callable<Void> worker(int port, List<String> targets, long seed) {
    return () -> {
      var dice = new Dice(new Random(seed));
      var frames = new HostileFrames(dice, targets);
      try {
        while (left.get() > 0) live(port, dice, frames);
      } catch (RuntimeException | AssertionError e) {
        left.set(0);
        throw new AssertionError("With -Dreveille.seed=" + SEED + ": " + e.getMessage(), e);
      }
      return null;
    };
  }

  private void live(int port, Dice dice, HostileFrames frames) {
    lives.incrementAndGet();
    try (var agent = new FuzzAgent(port, dice)) {
      if (dice.chance(0.5)) send(agent, frames, dice.below(6));
      if (dice.chance(0.6)) agent.identify();
      else if (dice.chance(0.7)) agent.identify(dice.oneOf(identities));
      for (int n = dice.below(30); n > 0 && !agent.isOver() && left.get() > 0; n--) {
        send(agent, frames, 1 + dice.below(30));
      }
      agent.leave(frames);
    }
  }

  private void send(FuzzAgent agent, HostileFrames frames, int count) {
    if (agent.isOver()) return;
    var batch = new ArrayList<HostileFrames.Drawn>();
    for (int i = 0; i < count; i++) batch.add(frames.next());
    left.addAndGet(-count);
    agent.batch(batch);
  }
}
