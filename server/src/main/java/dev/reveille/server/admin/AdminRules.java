package dev.reveille.server.admin;

/**
 * How this server is administered.
 *
 * @param allowlist whether there is an allowlist: who is on it is verified
 * @param strict whether only those on it come in
 * @param audit whether what administrators do is written down
 */
public record AdminRules(boolean allowlist, boolean strict, boolean audit) {}
