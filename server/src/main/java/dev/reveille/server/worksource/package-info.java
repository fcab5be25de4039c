/**
 * Work outside the chat: lists of issues, and programs that count. Each source is asked for each of
 * its seats within its budgets. An answer that failed or is too old is unknown and never zero.
 */
@NullMarked
package dev.reveille.server.worksource;

import org.jspecify.annotations.NullMarked;
