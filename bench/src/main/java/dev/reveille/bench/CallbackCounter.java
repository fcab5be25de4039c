package dev.reveille.bench;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Receives an agent's callbacks and passes everything else on to the agent. The payload of a
 * callback is its delay in milliseconds, and its id says when the server accepted it. So its due
 * time is known to the millisecond, by the machine's clock alone.
 */
final class CallbackCounter implements BenchConnection.Listener {
  private static final String FIRED = "\"content\":\"@@cb-fire@@";
  private static final String REFUSED = "\"content\":\"@@cb-error@@";
  private static final String ID = "\"cb_id\":\"cb_";

  /**
   * A callback that arrived.
   *
   * @param due wall time in milliseconds
   * @param at wall time in milliseconds
   */
  record Heard(long due, long at, long delay) {
    long late() {
      return at - due;
    }
  }

  private final BenchAgent agent;
  private final Tally tally;
  private final Consumer<Heard> heard;

  CallbackCounter(BenchAgent agent, Tally tally, Consumer<Heard> heard) {
    this.agent = agent;
    this.tally = tally;
    this.heard = heard;
  }

  @Override
  public void text(ByteBuf bytes, int offset, int length) {
    long now = System.currentTimeMillis();
    var json = bytes.toString(offset, length, StandardCharsets.UTF_8);
    int content = json.indexOf(FIRED);
    if (content >= 0) {
      long delay = number(json, content + FIRED.length());
      long due = number(json, json.indexOf(ID, content) + ID.length()) + delay;
      heard.accept(new Heard(due, now, delay));
    } else if (json.contains(REFUSED)) {
      tally.fail("a callback was refused: " + json);
    } else {
      agent.text(bytes, offset, length);
    }
  }

  @Override
  public void closed(String reason) {
    if (tally.running()) tally.fail("a connection ended: " + reason);
    agent.closed(reason);
  }

  private static long number(String json, int from) {
    long value = 0;
    for (int i = from; i < json.length() && Character.isDigit(json.charAt(i)); i++) {
      value = value * 10 + json.charAt(i) - '0';
    }
    return value;
  }
}
