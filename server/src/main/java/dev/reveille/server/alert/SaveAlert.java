package dev.reveille.server.alert;

import dev.reveille.server.kernel.Write;

/** Stores an alert. */
public record SaveAlert(StoredAlert alert) implements Write {}
