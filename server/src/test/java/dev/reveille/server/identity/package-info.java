@NullMarked
package dev.reveille.server.identity;

import org.jspecify.annotations.NullMarked;
