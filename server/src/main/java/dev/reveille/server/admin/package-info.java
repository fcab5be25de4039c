/**
 * Administration: admin keys, bans, the allowlist, kicks, the message of the day, and the audit.
 *
 * <p>The wiring builds it and hands it to chat and session, which know it as {@link
 * dev.reveille.server.chat.Admission} and {@link dev.reveille.server.session.Administration}. One
 * cell owns the lists. An acknowledged change of a list is durable and applies to every agent that
 * connects after it.
 */
@NullMarked
package dev.reveille.server.admin;

import org.jspecify.annotations.NullMarked;
