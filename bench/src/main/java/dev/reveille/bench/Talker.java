package dev.reveille.bench;

/**
 * A member that sends. It keeps a fixed number of messages unanswered; its own echo counts as the
 * answer.
 */
final class Talker extends Member {
  private final BenchConnection connection;
  private final int self;
  private final Tag.Template template;
  private final long[] sentAt;
  private long sent;

  Talker(
      Tally tally,
      int senders,
      BenchConnection connection,
      int self,
      Tag.Template template,
      int inFlight) {
    super(tally, senders);
    this.connection = connection;
    this.self = self;
    this.template = template;
    this.sentAt = new long[inFlight];
  }

  void start() {
    connection.run(
        () -> {
          for (int i = 0; i < sentAt.length; i++) send();
        });
  }

  @Override
  protected void delivered(int sender, long number) {
    if (sender != self) return;
    tally.accepted.increment();
    tally.echo.record(System.nanoTime() - sentAt[(int) (number % sentAt.length)]);
    send();
  }

  private void send() {
    if (!tally.running()) return;
    sent++;
    sentAt[(int) (sent % sentAt.length)] = System.nanoTime();
    tally.sent.increment();
    connection.send(template.number(sent));
  }
}
