package dev.reveille.server.admin;

import dev.reveille.server.kernel.Write;

/** Bans an agent, or changes the reason. */
public record SaveBan(StoredBan ban) implements Write {}
