/**
 * Configuration and wiring: the only package that knows every other one. The command line and the
 * simulation call it.
 *
 * <p>{@link dev.reveille.server.app.Settings} turns flags, environment and file into one checked
 * configuration. {@link dev.reveille.server.app.Node} connects the features. {@link
 * dev.reveille.server.app.Server} adds store, sockets and threads, starts everything in order and
 * stops it in reverse order.
 */
@NullMarked
package dev.reveille.server.app;

import org.jspecify.annotations.NullMarked;
