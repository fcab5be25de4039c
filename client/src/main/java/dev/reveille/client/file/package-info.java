/**
 * Files from agent to agent: offer, accept, parts, complete, acknowledge, as existing clients do
 * it.
 *
 * <p>{@link dev.reveille.client.file.FileSender} and {@link dev.reveille.client.file.FileReceiver}
 * are the two ends; both are told what comes in and work over a {@link
 * dev.reveille.client.file.FileLink}. Nothing that a sender says is trusted: names stay inside the
 * folder, sizes are checked before memory or disk is used, and a file appears under its name only
 * when its checksum was right.
 */
@NullMarked
package dev.reveille.client.file;

import org.jspecify.annotations.NullMarked;
