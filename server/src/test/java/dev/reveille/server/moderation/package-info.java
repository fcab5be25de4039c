@NullMarked
package dev.reveille.server.moderation;

import org.jspecify.annotations.NullMarked;
