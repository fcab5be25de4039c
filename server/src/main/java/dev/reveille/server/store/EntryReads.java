package dev.reveille.server.store;

import java.util.List;

/** Reads the entries of streams, of all kinds. */
public interface EntryReads {
  StreamHead head(String stream);

  /**
   * Returns entries with a greater seq, oldest first, at most {@code limit}. A page that is full of
   * text has fewer entries; only an empty page is the end.
   */
  List<StoredEntry> after(String stream, long seq, int limit);

  /**
   * Returns the newest entries with a smaller seq, oldest first, at most {@code limit}. A page that
   * is full of text has fewer entries; only an empty page is the end.
   */
  List<StoredEntry> before(String stream, long seq, int limit);

  /**
   * Returns entries by their ids in the event feed. Leaves out those that no longer exist. The ids
   * must ascend or descend. They are looked up in that order until the page is full.
   */
  FoundEntries messages(List<Long> ids);

  /**
   * Returns the sender's newest messages that have a client_msg_id, newest first, with stream and
   * seq.
   */
  List<Store.ClientKey> clientKeys(String sender, int limit);
}
