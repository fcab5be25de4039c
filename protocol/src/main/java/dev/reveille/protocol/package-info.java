/**
 * The words on the wire: client and server messages, names, identities and signatures, JSON text.
 *
 * <p>Everything may use this package; it uses nothing of ours and does no I/O. What comes from a
 * client is validated here once, into values that the rest may trust in shape (not in intent).
 */
@NullMarked
package dev.reveille.protocol;

import org.jspecify.annotations.NullMarked;
