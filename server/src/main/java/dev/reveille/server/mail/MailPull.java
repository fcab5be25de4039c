package dev.reveille.server.mail;

import dev.reveille.protocol.SeqRanges;
import dev.reveille.server.delivery.CallbackLateness;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.delivery.StreamPull;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.List;
import java.util.function.LongPredicate;

/** Reads the mail that waits for an agent. */
final class MailPull {
  private MailPull() {}

  /**
   * Returns a pull of the waiting mail. Entries that may have been shown before are marked as
   * replay.
   */
  static Pull of(
      Store store,
      Clock clock,
      long from,
      long to,
      LongPredicate mayHaveBeenShown,
      MailProgress flow) {
    return new StreamPull(store, flow.agent(), from, to, flow.muted()) {
      private SeqRanges shown = new SeqRanges();

      @Override
      protected List<Frame> atHand(long first, long last) {
        return List.of();
      }

      @Override
      protected Frame frame(StoredEntry message) {
        var wire = flow.known(CallbackLateness.handedOver(message, clock.wallMillis()));
        var frame = Messages.frame(wire);
        return mayHaveBeenShown.test(message.seq()) ? Messages.replayed(frame) : frame;
      }

      @Override
      protected boolean isPassedOver(long seq) {
        return flow.isSettled(seq);
      }

      @Override
      protected void shows(long seq) {
        shown.add(seq);
      }

      // An entry that was not shown is unwanted, settled or removed.
      @Override
      protected void settle(long first, long last) {
        var taken = shown;
        shown = new SeqRanges();
        var next = new long[] {first};
        taken.forEach(
            (from, to) -> {
              flow.settle(next[0], from - 1);
              flow.taken(from, to);
              next[0] = to + 1;
            });
        flow.settle(next[0], last);
      }
    };
  }
}
