@NullMarked
package dev.reveille.server.observe;

import org.jspecify.annotations.NullMarked;
