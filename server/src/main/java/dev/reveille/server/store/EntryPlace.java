package dev.reveille.server.store;

/**
 * The place of a stored entry.
 *
 * @param ts the time of the entry
 */
public record EntryPlace(String msgId, String stream, long seq, long ts) {}
