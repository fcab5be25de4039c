package dev.reveille.server.identity;

import dev.reveille.server.store.MemoryTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Tokens and kept identities, in memory. */
public final class MemoryTokens extends MemoryTable implements TokenReads {
  private final Map<String, StoredToken> tokens = new TreeMap<>();
  private final Map<String, StoredKept> kept = new TreeMap<>();

  public MemoryTokens() {
    write(
        SaveKept.class,
        (write, undo) -> {
          if (kept.containsKey(write.kept().agent())) throw new Contradiction("kept already");
          undo.put(kept, write.kept().agent(), write.kept());
        });
    write(
        EndKept.class,
        (write, undo) -> {
          var old = kept.get(write.agent());
          if (old != null && old.isLive()) undo.put(kept, write.agent(), old.ended(write.at()));
        });
    write(
        SaveToken.class,
        (write, undo) -> {
          if (tokens.containsKey(write.token().id())) throw new Contradiction("a token already");
          undo.put(tokens, write.token().id(), write.token());
        });
    write(
        EndToken.class,
        (write, undo) -> {
          var old = tokens.get(write.id());
          if (old != null && !old.isRevoked()) undo.put(tokens, write.id(), old.ended(write.at()));
        });
    write(
        TouchToken.class,
        (write, undo) -> {
          var old = tokens.get(write.id());
          if (old != null) undo.put(tokens, write.id(), old.used(write.at()));
        });
    write(RemoveToken.class, (write, undo) -> undo.remove(tokens, write.id()));
    reads(TokenReads.class, this);
  }

  @Override
  public Optional<StoredToken> token(String id) {
    read();
    return Optional.ofNullable(tokens.get(id));
  }

  @Override
  public List<StoredToken> tokens() {
    read();
    return List.copyOf(tokens.values());
  }

  @Override
  public List<String> tokensOf(String agent) {
    read();
    return tokens.values().stream()
        .filter(token -> agent.equals(token.agent()) && !token.isRevoked())
        .map(StoredToken::id)
        .toList();
  }

  @Override
  public Optional<StoredKept> kept(String agent) {
    read();
    return Optional.ofNullable(kept.get(agent));
  }

  @Override
  public List<StoredKept> kept() {
    read();
    return List.copyOf(kept.values());
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("kept_identities", (long) kept.size(), "tokens", (long) tokens.size());
  }

  @Override
  protected boolean keepsAgent(String agent, long now) {
    var found = kept.get(agent);
    return found != null && found.isLive();
  }
}
