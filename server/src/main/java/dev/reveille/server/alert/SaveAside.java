package dev.reveille.server.alert;

import dev.reveille.server.kernel.Write;

/** Notes that a person set a need aside until a wall time. */
record SaveAside(String need, long until) implements Write {}
