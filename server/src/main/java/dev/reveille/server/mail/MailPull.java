package dev.reveille.server.mail;

import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.delivery.StreamPull;
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
      Store store, long from, long to, LongPredicate mayHaveBeenShown, MailProgress flow) {
    return new StreamPull(store, flow.agent(), from, to, flow.muted()) {
      @Override
      protected List<Frame> atHand(long first, long last) {
        return List.of();
      }

      @Override
      protected Frame frame(StoredEntry message) {
        var wire = Messages.wire(message);
        var frame = Messages.frame(wire);
        return mayHaveBeenShown.test(message.seq()) ? Messages.replayed(frame) : frame;
      }

      @Override
      protected boolean isPassedOver(long seq) {
        return flow.isSettled(seq);
      }

      @Override
      protected void settle(long first, long last) {
        flow.settle(first, last);
      }
    };
  }
}
