/**
 * The Java client: connect, identify, ask, send, listen, and stay connected.
 *
 * <p>{@link dev.reveille.client.ReveilleClient} is the way in. It uses the protocol module and the
 * JDK only. A message is handed over once, whatever reconnects and replays lie between, and a send
 * that was cut off is repeated under the same key, so it has one effect.
 */
@NullMarked
package dev.reveille.client;

import org.jspecify.annotations.NullMarked;
