/** Tests of the inbox as its agent uses it. */
@NullMarked
package dev.reveille.server.inbox;

import org.jspecify.annotations.NullMarked;
