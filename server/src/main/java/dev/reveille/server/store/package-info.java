/**
 * The engine that makes things durable: the {@link dev.reveille.server.store.Store} interface and
 * its JDBC implementation, group commit, epochs, readers, pages, retention and the data folder.
 *
 * <p>Every later package may use it. A feature describes what it stores with a {@link
 * dev.reveille.server.store.Table}: its writes, reads and migrations. The engine applies writes by
 * their class and knows no feature. It owns only the entries of streams and the event feed.
 *
 * <p>Units become durable in submission order, under the owner's epoch. Reads block and see only
 * what is durable.
 */
@NullMarked
package dev.reveille.server.store;

import org.jspecify.annotations.NullMarked;
