package dev.reveille.server.admin;

/**
 * An agent that may not come in.
 *
 * @param agent with {@code @}
 * @param reason empty if none was given
 */
public record StoredBan(String agent, String reason, long at, String by) {}
