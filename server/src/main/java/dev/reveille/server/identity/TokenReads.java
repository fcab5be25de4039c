package dev.reveille.server.identity;

import java.util.List;
import java.util.Optional;

/** Reads tokens and kept identities. */
public interface TokenReads {
  Optional<StoredToken> token(String id);

  /** Returns all tokens, also those that ended, ordered by id. */
  List<StoredToken> tokens();

  /** Returns the ids of an agent's tokens that are not revoked, ordered. */
  List<String> tokensOf(String agent);

  Optional<StoredKept> kept(String agent);

  /** Returns all kept identities, also revoked ones, ordered by agent. */
  List<StoredKept> kept();
}
