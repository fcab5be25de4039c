package dev.reveille.server.mail;

import java.util.List;
import java.util.Map;

/**
 * An inbox as its cell is loaded.
 *
 * @param references those that are not confirmed, in order
 * @param receipts those of entries that are not confirmed, in order
 * @param confirmed references into these channels are confirmed up to these seqs
 */
public record StoredInbox(
    MailboxState state,
    List<StoredReference> references,
    List<StoredReceipt> receipts,
    Map<String, Long> confirmed) {
  public static final StoredInbox NEW =
      new StoredInbox(MailboxState.NEW, List.of(), List.of(), Map.of());

  public StoredInbox {
    references = List.copyOf(references);
    receipts = List.copyOf(receipts);
    confirmed = Map.copyOf(confirmed);
  }
}
