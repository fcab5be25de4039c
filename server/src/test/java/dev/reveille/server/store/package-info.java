/**
 * Tests of the store, and {@link dev.reveille.server.store.MemoryStore}, a store for the tests of
 * everything that stands on one.
 */
@NullMarked
package dev.reveille.server.store;

import org.jspecify.annotations.NullMarked;
