package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.ReveilleClient;
import dev.reveille.client.file.TransferMessage;
import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.InboxMessages;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Confirms the direct messages of a transfer of files, so that they do not come again as mail.
 *
 * <p>Only those are confirmed before which no other mail waits: confirming a message confirms those
 * before it. The others come with the next mail, where they do no harm.
 */
final class TransferMail {
  private TransferMail() {}

  /** Tells if the transfer of this sender and id is over, although no message says so. */
  @FunctionalInterface
  interface Ended {
    boolean isOver(String from, String tid);
  }

  static void confirm(ReveilleClient client, Ended ended) {
    if (!client.welcome().confirm()) return;
    try {
      var page = client.inbox().pending(InboxMessages.AskPending.of(InboxMessages.MAX_PENDING));
      long last = lastOfTransfers(page.entries(), ended);
      if (last > 0) client.inbox().read(ConfirmMessages.ME, last);
    } catch (ClientException e) {
      // These messages come again, and the next transfer confirms them.
    }
  }

  /** Returns the seq up to which there is nothing but transfers that are over; 0 if none is. */
  private static long lastOfTransfers(List<InboxMessages.PendingEntry> entries, Ended ended) {
    var over = new HashSet<String>();
    for (var entry : entries) {
      step(entry).filter(TransferMail::isEnd).ifPresent(s -> over.add(transfer(entry, s)));
    }
    long last = 0;
    for (var entry : entries) {
      var step = step(entry);
      if (step.isEmpty()) return last;
      boolean open =
          step.get() instanceof TransferMessage.Offer(var offer)
              && !ended.isOver(entry.message().from(), offer.tid());
      if (open && !over.contains(transfer(entry, step.get()))) return last;
      last = entry.message().seq();
    }
    return last;
  }

  private static Optional<TransferMessage> step(InboxMessages.PendingEntry entry) {
    return entry.because().equals("dm")
        ? TransferMessage.read(entry.message().content())
        : Optional.empty();
  }

  private static boolean isEnd(TransferMessage step) {
    return step instanceof TransferMessage.Complete || step instanceof TransferMessage.Reject;
  }

  private static String transfer(InboxMessages.PendingEntry entry, TransferMessage step) {
    return entry.message().from() + " " + step.tid();
  }
}
