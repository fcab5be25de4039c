@NullMarked
package dev.reveille.cli;

import org.jspecify.annotations.NullMarked;
