package dev.reveille.server.seat;

import dev.reveille.server.delivery.Lookup;
import dev.reveille.server.delivery.Query;
import dev.reveille.server.store.Store;

/** Asks what an agent remembers. */
public record MemoryQuery(String agent, int limit) implements Query {
  static Lookup<MemoryQuery> lookup(Store store) {
    return new Lookup<>(
        MemoryQuery.class,
        query -> SeatShown.memory(store.reads(MemoryReads.class), query.agent(), query.limit()));
  }
}
