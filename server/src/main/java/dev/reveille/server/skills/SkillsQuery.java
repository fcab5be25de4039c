package dev.reveille.server.skills;

import dev.reveille.protocol.SkillQuery;
import dev.reveille.server.delivery.Lookup;
import dev.reveille.server.delivery.Query;
import dev.reveille.server.store.Store;
import org.jspecify.annotations.Nullable;

/** Asks for skills that match; {@code queryId} is JSON text. */
public record SkillsQuery(SkillQuery query, @Nullable String queryId) implements Query {

  public static Lookup<SkillsQuery> lookup(Store store) {
    return new Lookup<>(SkillsQuery.class, asked -> SkillResults.of(store, asked));
  }
}
