package dev.reveille.bench;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * A receiver that counts every delivery and checks that each sender's numbers come in order,
 * without gap or repeat. Owned by its connection's event loop.
 */
class Member implements BenchConnection.Listener {
  private static final String ERROR = "{\"type\":\"ERROR\"";

  protected final Tally tally;
  private final int[] last;
  private long deliveries;
  private long bytes;

  /**
   * A receiver.
   *
   * @param senders their numbers are below this
   */
  Member(Tally tally, int senders) {
    this.tally = tally;
    this.last = new int[senders];
  }

  @Override
  public final void text(ByteBuf buffer, int offset, int length) {
    long tag = Tag.find(buffer, offset, length);
    if (tag == Tag.NONE) {
      var start = buffer.toString(offset, Math.min(length, 300), StandardCharsets.UTF_8);
      if (start.startsWith(ERROR)) tally.fail("the server answered " + start);
      return;
    }
    int sender = Tag.sender(tag);
    long number = Tag.number(tag);
    if (sender >= last.length || number != last[sender] + 1L) {
      tally.fail("message " + number + " of sender " + sender + " came out of order");
      return;
    }
    last[sender]++;
    deliveries++;
    bytes += length;
    delivered(sender, number);
  }

  /** One message came, the next of its sender. */
  protected void delivered(int sender, long number) {}

  @Override
  public final void readDone() {
    if (deliveries == 0) return;
    tally.reads.increment();
    tally.deliveries.add(deliveries);
    tally.deliveredBytes.add(bytes);
    deliveries = 0;
    bytes = 0;
  }

  @Override
  public final void closed(String reason) {
    if (tally.running()) tally.fail("a connection ended: " + reason);
  }
}
