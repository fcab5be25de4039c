package dev.reveille.server.identity;

import dev.reveille.server.kernel.Write;

/** Records that a kept identity was revoked. This is never taken back. */
public record EndKept(String agent, long at) implements Write {}
