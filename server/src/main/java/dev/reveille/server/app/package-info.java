/**
 * Configuration and wiring: the only place that knows every part.
 *
 * <p>{@link dev.reveille.server.app.Settings} turns flags, environment and file into one checked
 * configuration; {@link dev.reveille.server.app.Server} builds the parts from it, starts them in
 * order and stops them in reverse.
 */
@NullMarked
package dev.reveille.server.app;

import org.jspecify.annotations.NullMarked;
