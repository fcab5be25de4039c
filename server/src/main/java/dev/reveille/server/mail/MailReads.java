package dev.reveille.server.mail;

import java.util.List;
import java.util.Optional;

/** Reads mailboxes, references and receipts. The entries of a mailbox are in its stream. */
public interface MailReads {
  MailboxState mailbox(String agent);

  /** Returns everything that is loaded with the cell of a mailbox, with one query. */
  StoredInbox inbox(String agent);

  /** Returns the oldest references of an inbox, in order, without their messages. */
  default List<StoredReference> references(String agent, int limit) {
    return references(agent, 0, limit);
  }

  /** Returns the oldest references with a greater number, in order, without their messages. */
  List<StoredReference> references(String agent, long after, int limit);

  /**
   * Returns the oldest references of an inbox with their messages, in order. A page that is full of
   * text has fewer.
   */
  default List<ReferredEntry> referred(String agent, int limit) {
    return referred(agent, 0, limit);
  }

  /** Returns the oldest references with a greater number, with their messages, as above. */
  List<ReferredEntry> referred(String agent, long after, int limit);

  /** Returns what is known of an entry of a mailbox; empty if its sender did not ask for it. */
  Optional<StoredReceipt> receipt(String agent, long seq);
}
