package dev.reveille.bench;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A member that sends a given number of messages, a few unanswered at a time, and then stops. */
final class Volley extends Member {
  private static final int IN_FLIGHT = 8;

  private final BenchConnection connection;
  private final int self;
  private final Tag.Template template;
  private long sent;
  private int left;
  private int unanswered;
  private @Nullable CountDownLatch done;

  Volley(Tally tally, int senders, BenchConnection connection, int self, Tag.Template template) {
    super(tally, senders);
    this.connection = connection;
    this.self = self;
    this.template = template;
  }

  /** Counts down when the last echo is back. */
  void fire(int count, CountDownLatch whenDone) {
    connection.run(
        () -> {
          left = count;
          done = whenDone;
          for (int i = 0; i < IN_FLIGHT; i++) send();
        });
  }

  @Override
  protected void delivered(int sender, long number) {
    if (sender != self) return;
    unanswered--;
    send();
    if (unanswered == 0 && done != null) {
      done.countDown();
      done = null;
    }
  }

  private void send() {
    if (left == 0) return;
    left--;
    unanswered++;
    connection.send(template.number(++sent));
  }
}
