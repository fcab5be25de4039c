package dev.reveille.server.store;

import java.util.List;

/** Reads the entries of streams, whatever their kind. */
public interface EntryReads {
  StreamHead head(String stream);

  /**
   * Messages with a greater seq, oldest first, at most {@code limit}. A full page ends sooner; only
   * an empty one is the end.
   */
  List<StoredEntry> after(String stream, long seq, int limit);

  /**
   * The newest messages with a smaller seq, oldest first, at most {@code limit}. A full page begins
   * later; only an empty one is the end.
   */
  List<StoredEntry> before(String stream, long seq, int limit);

  /**
   * Messages by the ids of their entries in the event feed; those that are gone are left out. The
   * ids ascend or descend and are looked up in that order until the page is full.
   */
  FoundEntries messages(List<Long> ids);

  /**
   * The seq, by stream, of the sender's newest messages that carry a client_msg_id, newest first.
   */
  List<Store.ClientKey> clientKeys(String sender, int limit);
}
