/** Tests of what slows and silences. */
@NullMarked
package dev.reveille.server.limits;

import org.jspecify.annotations.NullMarked;
