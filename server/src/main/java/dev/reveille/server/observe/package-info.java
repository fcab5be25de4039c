/**
 * What a person or a monitor sees of the running server: health and metrics.
 *
 * <p>It asks, and never changes anything. Parts further down are seen through the suppliers that
 * the wiring hands in.
 */
@NullMarked
package dev.reveille.server.observe;

import org.jspecify.annotations.NullMarked;
