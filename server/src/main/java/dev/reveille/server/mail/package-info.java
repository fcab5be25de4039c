/** The tables of mail. */
@NullMarked
package dev.reveille.server.mail;

import org.jspecify.annotations.NullMarked;
