/** Tests of jobs: the table, and what is promised on threads and on a script alike. */
@NullMarked
package dev.reveille.server.job;

import org.jspecify.annotations.NullMarked;
