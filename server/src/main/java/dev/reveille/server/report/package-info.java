/**
 * Shows seats to people: the report of a night, the wake journal, the pages of seats behind the
 * dashboard, and the list of what needs a person. It decides about no seat and no wake. It carries
 * out what a person orders on these pages, such as to close the gate, and raises an alert if nobody
 * looked at what needs a person.
 */
@NullMarked
package dev.reveille.server.report;

import org.jspecify.annotations.NullMarked;
