package dev.reveille.server.admin;

import dev.reveille.server.kernel.Write;

/** Stores the checksums of the file that mirrors a list. */
public record SaveListFile(ListFile file) implements Write {}
