package dev.reveille.server.observe;

import dev.reveille.server.kernel.Command;

/** Adds measured seconds of one minute to what is stored. */
public record AddMinute(StoredNumbers measured) implements Command {}
