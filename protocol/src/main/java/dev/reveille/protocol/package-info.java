/**
 * The wire protocol: client and server messages, names, identities and signatures, JSON text.
 *
 * <p>Every module may use this package. It uses no other package of ours and does no I/O. It
 * validates each client message once. The rest of the code may trust the form of the resulting
 * values, but not the intent of the sender.
 */
@NullMarked
package dev.reveille.protocol;

import org.jspecify.annotations.NullMarked;
