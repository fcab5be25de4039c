package dev.reveille.server.outbox;

/**
 * A durable tell that is not handled yet.
 *
 * @param id rises in the order of the commits
 * @param command the name of the {@code DurableCommand}
 * @param json the command
 */
public record StoredTell(long id, CellPair cells, String key, String command, String json) {}
