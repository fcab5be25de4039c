/**
 * Tells people what needs them, by ways that need no agent: a command, a signed webhook, e-mail, a
 * desktop notification.
 *
 * <p>An alert is stored before it is told and is told at least once; how often is bounded. Its text
 * is one line of the server's own words and ids. Ways come only from the settings. Features tell
 * {@link dev.reveille.server.alert.AlertCell} a {@link dev.reveille.server.alert.RaiseAlert}.
 */
@NullMarked
package dev.reveille.server.alert;

import org.jspecify.annotations.NullMarked;
