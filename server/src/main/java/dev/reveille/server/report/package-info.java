/**
 * Shows seats to people: the report of a night, the wake journal, the pages of seats behind the
 * dashboard, and the list of what needs a person. It reads and never decides.
 */
@NullMarked
package dev.reveille.server.report;

import org.jspecify.annotations.NullMarked;
