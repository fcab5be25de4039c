/**
 * The engine that keeps things: the {@link dev.reveille.server.store.Store} port, its JDBC
 * implementation, group commit, epochs, readers, pages, retention and the data folder.
 *
 * <p>A feature describes what it keeps with a {@link dev.reveille.server.store.Table}: its writes,
 * reads and migrations. The engine applies writes by their class and knows no feature. It owns only
 * the entries of streams and the event feed.
 *
 * <p>A unit is durable when the store says so, in submission order, under the owner's epoch. Reads
 * block and see only what is durable.
 */
@NullMarked
package dev.reveille.server.store;

import org.jspecify.annotations.NullMarked;
