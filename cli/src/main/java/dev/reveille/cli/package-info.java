/**
 * The {@code reveille} command.
 *
 * <p>Each command is one class and one line in {@link dev.reveille.cli.Main}. Options that commands
 * share are mixins: {@link dev.reveille.cli.ServerOptions} has the server, the identity and the
 * timeout. An error is one sentence on standard error and an {@link dev.reveille.cli.Exit} code; a
 * stack trace is shown only with {@code --debug}. Only {@link dev.reveille.cli.EmbeddedServer} and
 * {@link dev.reveille.cli.StoredAudit} use the server's classes, so that other commands start fast
 * and log nothing.
 */
@NullMarked
package dev.reveille.cli;

import org.jspecify.annotations.NullMarked;
