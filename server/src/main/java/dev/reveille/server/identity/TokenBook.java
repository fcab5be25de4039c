package dev.reveille.server.identity;

import dev.reveille.server.kernel.Write;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The tokens and kept identities in memory. Part of the cell of tokens. */
final class TokenBook {
  /** The most tokens, also those that have ended. The oldest ended one gives its place. */
  static final int MAX_TOKENS = 5_000;

  private static final int MAX_IDENTITIES = 5_000;

  private final Map<String, StoredToken> tokens = new TreeMap<>();
  private final Map<String, StoredKept> identities = new TreeMap<>();

  TokenBook(List<StoredToken> tokens, List<StoredKept> identities) {
    tokens.forEach(this::add);
    identities.forEach(this::add);
  }

  /** Adds a token or replaces its entry. */
  void add(StoredToken token) {
    tokens.put(token.id(), token);
  }

  /** Adds an identity or replaces its entry. */
  void add(StoredKept kept) {
    identities.put(kept.agent(), kept);
  }

  Optional<StoredToken> token(String id) {
    return Optional.ofNullable(tokens.get(id));
  }

  Collection<StoredToken> tokens() {
    return tokens.values();
  }

  List<StoredToken> tokensOf(String agent) {
    return tokens.values().stream().filter(token -> agent.equals(token.agent())).toList();
  }

  Collection<StoredKept> identities() {
    return identities.values();
  }

  /**
   * Returns the identity of this name, or of this id if the word begins with {@code @}. A revoked
   * one is found only if no live one has the name.
   */
  Optional<StoredKept> identity(String word) {
    if (word.startsWith("@")) return Optional.ofNullable(identities.get(word));
    return identities.values().stream()
        .filter(kept -> kept.name().equalsIgnoreCase(word))
        .min(
            Comparator.comparing(StoredKept::isLive)
                .thenComparingLong(StoredKept::created)
                .reversed());
  }

  boolean isFullOfIdentities() {
    return identities.size() >= MAX_IDENTITIES;
  }

  /** Removes the oldest token that ended if there is no room; false if none has ended. */
  boolean makeRoom(long now, List<Write> writes) {
    if (tokens.size() < MAX_TOKENS) return true;
    var oldest =
        tokens.values().stream()
            .filter(token -> !token.isLive(now))
            .min(Comparator.comparingLong(StoredToken::created));
    oldest.ifPresent(
        token -> {
          tokens.remove(token.id());
          writes.add(new RemoveToken(token.id()));
        });
    return oldest.isPresent();
  }
}
