@NullMarked
package dev.reveille.protocol;

import org.jspecify.annotations.NullMarked;
