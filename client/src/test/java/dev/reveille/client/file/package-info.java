/** Tests of transfers: both ends over a link inside the test, and everything a sender could try. */
@NullMarked
package dev.reveille.client.file;

import org.jspecify.annotations.NullMarked;
