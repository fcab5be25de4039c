/**
 * Jobs: work that blocks, started by a cell and run off its lane. The cell gets the result as a
 * command with the job's number.
 *
 * <p>A feature contributes a {@link dev.reveille.server.kernel.JobKind} and puts {@link
 * dev.reveille.server.kernel.StartJob} into a unit. {@link dev.reveille.server.job.JobDesk}
 * promises that each job that was noted ends once at its owner, also if the process dies in
 * between, and that no kind runs or waits more than it may.
 */
@NullMarked
package dev.reveille.server.job;

import org.jspecify.annotations.NullMarked;
