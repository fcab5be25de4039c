/** Tests of the full-screen client without a terminal. */
@NullMarked
package dev.reveille.cli.watch;

import org.jspecify.annotations.NullMarked;
