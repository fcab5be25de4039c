@NullMarked
package dev.reveille.server.route;

import org.jspecify.annotations.NullMarked;
