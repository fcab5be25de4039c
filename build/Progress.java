/** A line on the terminal with the seconds that pass; without a terminal only the line. */
final class Progress implements AutoCloseable {
  private static final boolean TERMINAL = Boolean.getBoolean("reveille.terminal");

  private final String text;
  private final long began = System.nanoTime();
  private final Thread clock;

  private Progress(String text) {
    this.text = text;
    clock = Thread.ofPlatform().daemon().unstarted(this::tick);
  }

  static Progress show(String text) {
    var progress = new Progress(text);
    if (TERMINAL) progress.clock.start();
    else System.err.println(text);
    return progress;
  }

  private void tick() {
    try {
      while (true) {
        print();
        Thread.sleep(1000);
      }
    } catch (InterruptedException e) {
      print();
      System.err.println();
    }
  }

  private void print() {
    System.err.printf("\r%s %d s ", text, (System.nanoTime() - began) / 1_000_000_000);
  }

  @Override
  public void close() {
    clock.interrupt();
    try {
      clock.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
