package dev.reveille.cli;

import dev.reveille.client.ClientTime;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Gives a batch to a program until the program handles it, a limited number of times, with a
 * growing pause. A batch that is not handled becomes a dead letter.
 *
 * <p>How often a batch was tried is noted before each run and forgotten when it is confirmed. So a
 * program that takes this command down with it is not tried for ever, and neither is one that
 * succeeds while nothing can be confirmed.
 */
final class BatchRun {
  private static final long FIRST_PAUSE_MILLIS = 1_000;
  private static final long LONGEST_PAUSE_MILLIS = 60_000;

  private final BatchHandler handler;
  private final DeadLetters letters;
  private final int tries;
  private final ClientTime time;
  private final InstantSource wall;

  BatchRun(
      BatchHandler handler, DeadLetters letters, int tries, ClientTime time, InstantSource wall) {
    this.handler = handler;
    this.letters = letters;
    this.tries = tries;
    this.time = time;
    this.wall = wall;
  }

  /**
   * Returns when the batch is handled, or is a dead letter that is on the disk. Then the batch may
   * be confirmed.
   *
   * @param server where the batch came from
   * @return the dead letter; empty if the batch is handled
   */
  Optional<DeadLetter> run(PendingBatch batch, String server, Terminal terminal)
      throws InterruptedException {
    var key = server + " " + batch.key();
    var failure = "it was tried before, and each time this command ended before it could confirm";
    int tried = letters.tries(key);
    while (tried < tries) {
      tried = letters.begin(key);
      var failed = handler.run(batch.lines(), tried);
      if (failed.isEmpty()) return Optional.empty();
      failure = failed.get();
      if (tried >= tries) break;
      long pause = pause(tried);
      terminal.warn(
          "The program failed (%s), try %d of %d. Trying again in %d s."
              .formatted(failure, tried, tries, pause / 1000));
      time.sleep(pause);
    }
    // It is one already if it could not be confirmed then.
    var known = letters.find(server, batch.lines());
    if (known.isPresent()) return known;
    return Optional.of(
        letters.add(
            new DeadLetter(
                0, wall.millis(), server, tried, handler.command(), failure, batch.lines())));
  }

  private static long pause(int tried) {
    return Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(tried - 1, 10));
  }
}
