package dev.reveille.server.admin;

import dev.reveille.server.kernel.Write;

/** Puts a key on the allowlist, or changes its note. */
public record SaveApproval(StoredApproval approval) implements Write {}
