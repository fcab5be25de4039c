/**
 * Black-box tests: the packaged program as processes, spoken to as a stranger would.
 *
 * <p>Nothing here reaches into a running server. What a test starts, mounts or locks it undoes
 * itself, also when it fails.
 */
@NullMarked
package dev.reveille.e2e;

import org.jspecify.annotations.NullMarked;
