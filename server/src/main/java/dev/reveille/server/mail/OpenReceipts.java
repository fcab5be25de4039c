package dev.reveille.server.mail;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The receipts of a mailbox whose levels may still rise: those of entries that are not settled, and
 * the latest of those that are. Part of the mailbox cell. A mailbox without receipts has no map.
 *
 * <p>A sender that the agent has muted learns nothing: its receipts stay as they are.
 */
final class OpenReceipts {
  /** A change: rows to store and news for the senders. */
  record Changes(List<Write> writes, List<Effect> news) {
    static final Changes NONE = new Changes(List.of(), List.of());
  }

  /** The most receipts of settled entries that are kept because their receiver may still act. */
  static final int MOST_SETTLED = 32;

  private final String agent;

  /** A turn is known to have begun with a wake that was about these entries. */
  private long startedFrom;

  private long startedUpTo;

  private @Nullable TreeMap<Long, StoredReceipt> open;

  OpenReceipts(String agent, List<StoredReceipt> stored, LongPredicate settled) {
    this.agent = agent;
    for (var receipt : stored) {
      if (receipt.level().isRetrieved() || !settled.test(receipt.seq())) put(receipt);
    }
  }

  private void put(StoredReceipt receipt) {
    var receipts = open;
    if (receipts == null) {
      receipts = new TreeMap<>();
      open = receipts;
    }
    receipts.put(receipt.seq(), receipt);
  }

  /** Adds the receipt of a new entry. The receipt of a muted sender never changes. */
  Write add(StoredReceipt receipt, boolean muted) {
    if (!muted) put(receipt);
    return new SaveReceipt(agent, receipt);
  }

  /**
   * Takes note of what the agent has seen and settled.
   *
   * @param seen entries that were shown to the agent, or that it confirmed
   */
  Changes progress(MailMarks marks, LongPredicate seen, Set<String> muted, long now) {
    var receipts = open;
    if (receipts == null) return Changes.NONE;
    var writes = new ArrayList<Write>();
    var news = new ArrayList<Effect>();
    for (var each = receipts.entrySet().iterator(); each.hasNext(); ) {
      var entry = each.next();
      var receipt = entry.getValue();
      if (receipt.level().isRetrieved()) continue;
      boolean settled = marks.isSettled(receipt.seq());
      if (!seen.test(receipt.seq()) || muted.contains(receipt.sender())) {
        if (settled) each.remove();
        continue;
      }
      var level = settled ? retrieved(receipt.seq()) : ReceiptLevel.OFFERED;
      if (level.compareTo(receipt.level()) <= 0) continue;
      entry.setValue(risen(receipt, level, now, writes, news));
    }
    forgetOldest(receipts);
    return new Changes(writes, news);
  }

  private ReceiptLevel retrieved(long seq) {
    boolean started = seq >= startedFrom && seq <= startedUpTo;
    return started ? ReceiptLevel.STARTED : ReceiptLevel.RETRIEVED;
  }

  private StoredReceipt risen(
      StoredReceipt receipt, ReceiptLevel level, long now, List<Write> writes, List<Effect> news) {
    var next = new StoredReceipt(receipt.seq(), receipt.msgId(), receipt.sender(), level, now);
    writes.add(new SaveReceipt(agent, next));
    news.add(new DeliveryEffect.ToAgent(receipt.sender(), message(next)));
    return next;
  }

  private void forgetOldest(SortedMap<Long, StoredReceipt> receipts) {
    long settled = receipts.values().stream().filter(r -> r.level().isRetrieved()).count();
    for (var each = receipts.values().iterator(); settled > MOST_SETTLED && each.hasNext(); ) {
      if (!each.next().level().isRetrieved()) continue;
      each.remove();
      settled--;
    }
    if (receipts.isEmpty()) open = null;
  }

  /** Takes note that a turn began with a wake that was about these entries. */
  Changes started(long from, long upTo, Set<String> muted, long now) {
    startedFrom = from;
    startedUpTo = upTo;
    return rise(
        receipt -> receipt.level() == ReceiptLevel.RETRIEVED && isWithin(receipt, from, upTo),
        ReceiptLevel.STARTED,
        muted,
        now);
  }

  private static boolean isWithin(StoredReceipt receipt, long from, long upTo) {
    return receipt.seq() >= from && receipt.seq() <= upTo;
  }

  /** Takes note that the agent acted in a turn that began with a wake about these entries. */
  Changes acted(long from, long upTo, Set<String> muted, long now) {
    return rise(
        receipt -> receipt.level().isRetrieved() && isWithin(receipt, from, upTo),
        ReceiptLevel.ACTED,
        muted,
        now);
  }

  /**
   * Takes note that the agent replied to a message. It knew the id, so it has the message.
   *
   * @param inReplyTo JSON text, as the reply has it
   */
  Changes replied(String inReplyTo, Set<String> muted, long now) {
    return rise(
        receipt -> JsonText.quote(receipt.msgId()).equals(inReplyTo),
        ReceiptLevel.ACTED,
        muted,
        now);
  }

  private Changes rise(
      Predicate<StoredReceipt> which, ReceiptLevel level, Set<String> muted, long now) {
    var receipts = open;
    if (receipts == null) return Changes.NONE;
    var writes = new ArrayList<Write>();
    var news = new ArrayList<Effect>();
    for (var each = receipts.entrySet().iterator(); each.hasNext(); ) {
      var entry = each.next();
      var receipt = entry.getValue();
      if (!which.test(receipt) || muted.contains(receipt.sender())) continue;
      entry.setValue(risen(receipt, level, now, writes, news));
      if (level == ReceiptLevel.ACTED) each.remove();
    }
    if (receipts.isEmpty()) open = null;
    return new Changes(writes, news);
  }

  private ReceiptMessages.Receipt message(StoredReceipt receipt) {
    return new ReceiptMessages.Receipt(
        receipt.msgId(), agent, receipt.level().word(), receipt.at(), null);
  }
}
