package dev.reveille.server.admin;

import dev.reveille.server.kernel.Write;

/** What the file that mirrors a list holds. */
public record SaveListFile(ListFile file) implements Write {}
