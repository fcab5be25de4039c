@NullMarked
package dev.reveille.client;

import org.jspecify.annotations.NullMarked;
