package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.WakeReason;
import java.util.List;

/**
 * Looks that had a reason to wake a seat, and a reason not to.
 *
 * @param times how many looks
 */
record MissedWake(List<WakeReason> wanted, List<WakeReason> held, long from, long to, long times) {
  MissedWake {
    wanted = List.copyOf(wanted);
    held = List.copyOf(held);
  }

  byte[] json() {
    return new JsonText(192)
        .field("wanted", wanted.stream().map(WakeReason::name).toList())
        .field("held", held.stream().map(WakeReason::name).toList())
        .field("from", from)
        .field("to", to)
        .field("times", times)
        .bytes();
  }
}
