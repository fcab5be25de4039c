package dev.reveille.server.admin;

/**
 * The rules of administration.
 *
 * @param allowlist true if there is an allowlist: agents on it are verified
 * @param strict true if only agents on it may connect
 * @param audit true if orders of administrators are recorded
 */
public record AdminRules(boolean allowlist, boolean strict, boolean audit) {}
