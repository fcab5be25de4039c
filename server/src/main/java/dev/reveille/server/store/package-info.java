/**
 * What is kept: the {@link dev.reveille.server.store.Store} port, its JDBC implementation, the
 * writes it takes and the rows it gives back.
 *
 * <p>A unit is durable when the store says so, in submission order, under the owner's epoch. Reads
 * block and see only what is durable.
 */
@NullMarked
package dev.reveille.server.store;

import org.jspecify.annotations.NullMarked;
