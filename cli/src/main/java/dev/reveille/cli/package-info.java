/**
 * The {@code reveille} command.
 *
 * <p>One class per subcommand. Errors are one sentence on standard error and an {@link
 * dev.reveille.cli.Exit} code; a stack trace only with {@code --debug}. Only {@link
 * dev.reveille.cli.EmbeddedServer} and {@link dev.reveille.cli.StoredAudit} touch the server's
 * classes, so that the other commands start fast and log nothing.
 */
@NullMarked
package dev.reveille.cli;

import org.jspecify.annotations.NullMarked;
