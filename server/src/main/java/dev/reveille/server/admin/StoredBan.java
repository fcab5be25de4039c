package dev.reveille.server.admin;

/**
 * An agent that may not connect.
 *
 * @param agent with {@code @}
 * @param reason empty if none was given
 */
public record StoredBan(String agent, String reason, long at, String by) {}
