package dev.reveille.server.mail;

import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The receipts of a mailbox whose entries are not settled. Part of the mailbox cell. A mailbox
 * without receipts has no map.
 *
 * <p>A sender that the agent has muted learns nothing: its receipts stay as they are.
 */
final class OpenReceipts {
  /** A change: rows to store and news for the senders. */
  record Changes(List<Write> writes, List<Effect> news) {
    static final Changes NONE = new Changes(List.of(), List.of());
  }

  private final String agent;
  private @Nullable TreeMap<Long, StoredReceipt> open;

  OpenReceipts(String agent, List<StoredReceipt> stored, LongPredicate settled) {
    this.agent = agent;
    for (var receipt : stored) if (!settled.test(receipt.seq())) put(receipt);
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
      boolean settled = marks.isSettled(receipt.seq());
      if (settled) each.remove();
      if (!seen.test(receipt.seq()) || muted.contains(receipt.sender())) continue;
      var level = settled ? ReceiptLevel.RETRIEVED : ReceiptLevel.OFFERED;
      if (level.compareTo(receipt.level()) <= 0) continue;
      var next = new StoredReceipt(receipt.seq(), receipt.msgId(), receipt.sender(), level, now);
      if (!settled) entry.setValue(next);
      writes.add(new SaveReceipt(agent, next));
      news.add(new DeliveryEffect.ToAgent(receipt.sender(), message(next)));
    }
    if (receipts.isEmpty()) open = null;
    return new Changes(writes, news);
  }

  private ReceiptMessages.Receipt message(StoredReceipt receipt) {
    return new ReceiptMessages.Receipt(
        receipt.msgId(), agent, receipt.level().word(), receipt.at(), null);
  }
}
