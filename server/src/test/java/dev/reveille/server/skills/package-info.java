@NullMarked
package dev.reveille.server.skills;

import org.jspecify.annotations.NullMarked;
