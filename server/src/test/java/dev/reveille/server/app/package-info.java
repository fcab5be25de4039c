/** Tests of the whole server in this process, over real sockets and a real store. */
@NullMarked
package dev.reveille.server.app;

import org.jspecify.annotations.NullMarked;
