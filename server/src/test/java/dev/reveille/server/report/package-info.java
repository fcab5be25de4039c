@NullMarked
package dev.reveille.server.report;

import org.jspecify.annotations.NullMarked;
