@NullMarked
package dev.reveille.server.outbox;

import org.jspecify.annotations.NullMarked;
