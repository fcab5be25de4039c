package dev.reveille.server.store;

import java.util.List;
import java.util.Optional;

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
   * Returns entries with a greater seq without their text, oldest first, at most {@code limit}. A
   * page may have fewer entries; only an empty page is the end.
   */
  List<EntryOutline> outlines(String stream, long seq, int limit);

  /**
   * Returns entries by their ids in the event feed. Leaves out those that no longer exist. The ids
   * must ascend or descend. They are looked up in that order until the page is full.
   */
  FoundEntries messages(List<Long> ids);

  /** Returns the place of the entry with this id. */
  Optional<EntryPlace> place(String msgId);

  /**
   * Returns the places of a stream's newest entries that have an id, newest first.
   *
   * @param limit how many entries are looked at
   */
  List<EntryPlace> newest(String stream, int limit);

  /**
   * Returns the sender's newest messages that have a client_msg_id, newest first, with stream and
   * seq.
   */
  List<Store.ClientKey> clientKeys(String sender, int limit);
}
