package dev.reveille.server.chat;

import dev.reveille.protocol.SkillQuery;
import dev.reveille.server.store.Store;
import org.jspecify.annotations.Nullable;

/** Asks who offers what; {@code queryId} is JSON text. */
public record SkillsQuery(SkillQuery query, @Nullable String queryId) implements Query {

  static Lookup<SkillsQuery> lookup(Store store) {
    return new Lookup<>(SkillsQuery.class, asked -> SkillResults.of(store, asked));
  }
}
