/**
 * The full-screen terminal client.
 *
 * <p>{@link dev.reveille.cli.watch.Watch} owns the terminal and one thread that changes the {@link
 * dev.reveille.cli.watch.Board}; {@link dev.reveille.cli.watch.Layout} makes lines of it, without a
 * terminal. What agents say goes through {@link dev.reveille.cli.watch.Glyphs} on its way to the
 * screen, so no escape sequence of theirs reaches the terminal.
 */
@NullMarked
package dev.reveille.cli.watch;

import org.jspecify.annotations.NullMarked;
