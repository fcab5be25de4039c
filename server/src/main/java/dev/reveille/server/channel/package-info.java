/** The tables of channel. */
@NullMarked
package dev.reveille.server.channel;

import org.jspecify.annotations.NullMarked;
