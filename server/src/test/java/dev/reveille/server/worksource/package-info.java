@NullMarked
package dev.reveille.server.worksource;

import org.jspecify.annotations.NullMarked;
