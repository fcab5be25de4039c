package dev.reveille.server.store;

/**
 * The place of a stored entry.
 *
 * @param ts the time of the entry
 * @param kind the kind of the entry, see {@link StoredEntry#kind}
 */
public record EntryPlace(String msgId, String stream, long seq, long ts, String kind) {}
