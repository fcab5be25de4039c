package dev.reveille.server.identity;

import dev.reveille.protocol.TokenText;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.limits.KeyAttempts;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoreException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Checks tokens against the store. Nothing is cached, so a revoked token is refused at once.
 *
 * <p>A right token is never delayed by the wrong ones of others at the same address: it has 160
 * random bits, so it cannot be a lucky guess.
 */
public final class TokenDesk implements TokenCheck {
  /** The use of a token is stored at most this often. */
  static final Duration USE_INTERVAL = Duration.ofMinutes(1);

  private static final int MAX_REMEMBERED = 10_000;
  private static final byte[] NO_HASH = new byte[32];

  private final Store store;
  private final Clock clock;
  private final Host host;
  private final KeptKeys keys;
  private final KeyAttempts attempts = new KeyAttempts();

  /** The time of each token's last reported use, the longest unused first. Guarded by itself. */
  private final Map<String, Long> reported =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MAX_REMEMBERED;
        }
      };

  public TokenDesk(Store store, Clock clock, Host host, KeptKeys keys) {
    this.store = store;
    this.clock = clock;
    this.host = host;
    this.keys = keys;
  }

  @Override
  public Verdict check(String bearer, TokenCaller caller) {
    if (!caller.confidential()) return new Verdict.InClearText();
    try {
      var shown = TokenText.parse(bearer);
      var found = shown.flatMap(text -> reads().token(text.id()));
      var hash = found.map(token -> HexFormat.of().parseHex(token.hash())).orElse(NO_HASH);
      boolean same = MessageDigest.isEqual(hash, shown.map(TokenText::hash).orElse(new byte[0]));
      if (found.isEmpty() || !same || found.get().isRevoked()) return wrong(caller.address());
      return right(found.get(), caller.address());
    } catch (StoreException e) {
      return new Verdict.Unreadable();
    }
  }

  @Override
  public boolean holds(TokenGrant grant) {
    var found = reads().token(grant.tokenId());
    return found.isPresent() && found.get().isLive(clock.wallMillis()) && unusable(grant).isEmpty();
  }

  private Verdict right(StoredToken token, String address) {
    var grant = token.grant();
    if (grant.isOver(clock.wallMillis())) return new Verdict.Expired();
    var unusable = unusable(grant);
    if (unusable.isPresent()) return unusable.get();
    if (isToBeReported(token.id())) {
      host.tell(Cells.TOKENS, new TokenCommand.TokenUsed(token.id(), clock.wallMillis(), address));
    }
    return new Verdict.Granted(grant);
  }

  /** Returns why the token's identity cannot be used; empty if it can or there is none. */
  private Optional<Verdict> unusable(TokenGrant grant) {
    var agent = grant.agent();
    if (agent == null) return Optional.empty();
    var kept = reads().kept(agent);
    if (kept.isEmpty() || !AgentKeys.of(store, agent).reachable()) {
      return Optional.of(new Verdict.Unusable("The key of the token's identity was revoked"));
    }
    try {
      var _ = keys.open(kept.get());
      return Optional.empty();
    } catch (ServerKey.Unusable e) {
      // The administrator finds the whole reason in the log; a client learns no path.
      return Optional.of(
          new Verdict.Unusable(
              "The key of the token's identity cannot be opened (server.key); tell an"
                  + " administrator"));
    }
  }

  private boolean isToBeReported(String token) {
    long now = clock.nanos();
    synchronized (reported) {
      var last = reported.get(token);
      if (last != null && now - last < USE_INTERVAL.toNanos()) return false;
      reported.put(token, now);
      return true;
    }
  }

  private Verdict wrong(String address) {
    long now = clock.nanos();
    var failure = attempts.failed(null, address, now);
    if (failure.recorded()) {
      host.tell(Cells.TOKENS, new TokenCommand.TokenRefused(address, failure.unrecorded()));
    }
    return failure.limited()
        ? new Verdict.TooManyGuesses(attempts.delay(address, now))
        : new Verdict.Unknown();
  }

  private TokenReads reads() {
    return store.reads(TokenReads.class);
  }
}
