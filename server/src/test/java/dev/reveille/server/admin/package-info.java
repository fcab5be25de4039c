/** Tests of administration. */
@NullMarked
package dev.reveille.server.admin;

import org.jspecify.annotations.NullMarked;
