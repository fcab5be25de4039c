@NullMarked
package dev.reveille.server.decision;

import org.jspecify.annotations.NullMarked;
