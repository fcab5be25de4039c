package dev.reveille.server.admin;

/**
 * An entry of the allowlist.
 *
 * @param pubkey the key's text exactly as the agent sends it
 * @param agent the key's agent, with {@code @}
 * @param note empty if none was given
 */
public record StoredApproval(String pubkey, String agent, long at, String by, String note) {}
