package dev.reveille.server.store;

/**
 * An agent that may not come in.
 *
 * @param agent with {@code @}
 * @param reason empty if none was given
 */
public record StoredBan(String agent, String reason, long at, String by) {}
