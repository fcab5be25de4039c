/**
 * What administrators do: keys, bans, the allowlist, kicks, the message of the day, and the audit
 * of it all.
 *
 * <p>The wiring builds its parts and hands them to the chat, which knows them as {@link
 * dev.reveille.server.chat.Admission} and {@link dev.reveille.server.chat.Administration}. One cell
 * owns the lists; what it acknowledges is durable, and counts for everybody who comes after.
 */
@NullMarked
package dev.reveille.server.admin;

import org.jspecify.annotations.NullMarked;
