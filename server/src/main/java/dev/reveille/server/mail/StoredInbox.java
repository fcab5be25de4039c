package dev.reveille.server.mail;

import java.util.List;

/**
 * An inbox as its cell is loaded.
 *
 * @param references those that are not confirmed, in order
 * @param receipts those of entries that are not confirmed, in order
 */
public record StoredInbox(
    MailboxState state, List<StoredReference> references, List<StoredReceipt> receipts) {
  public static final StoredInbox NEW = new StoredInbox(MailboxState.NEW, List.of(), List.of());

  public StoredInbox {
    references = List.copyOf(references);
    receipts = List.copyOf(receipts);
  }
}
