/**
 * Measures the packaged server from outside: a load generator, a bare server as the upper limit,
 * and the targets that the server must reach. Two scenarios measure parts of the server in this
 * process, where their objects can be counted.
 *
 * <p>{@link Bench} starts both servers itself; {@link LoadGenerator} is for a server that already
 * runs. Nothing here is used by the server. Counts are taken where messages arrive; CPU is what the
 * operating system charged to the server's process.
 */
@NullMarked
package dev.reveille.bench;

import org.jspecify.annotations.NullMarked;
