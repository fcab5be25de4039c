/** Tests of what slows and silences. */
@NullMarked
package dev.reveille.server.moderation;

import org.jspecify.annotations.NullMarked;
