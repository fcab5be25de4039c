package dev.reveille.server.channel;

import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The claims of one channel: which agent is about to answer which message. At most one claim per
 * message.
 *
 * <p>Part of the channel cell, which owns it. A claim is only advice: every member may still speak.
 * A claim ends exactly when its time is over, because each call compares it with the time that it
 * is given.
 */
final class Floor {
  static final int MAX_CLAIMS = 1_000;
  static final int MAX_PER_SESSION = 32;

  /** {@code since} is monotonic time, {@code startedAt} is what the holder said. */
  record Claim(Presence.Member holder, double startedAt, long since) {}

  /** The outcome of a claim. */
  sealed interface Verdict {
    /** {@code displaced} had the floor until now; absent if nobody else had it. */
    record Granted(@Nullable Claim displaced) implements Verdict {}

    record Denied(Claim holder) implements Verdict {}

    record TooMany(String reason) implements Verdict {}
  }

  private final long ttl;

  /** Claims by message id, oldest first. All live equally long, so the first one ends first. */
  private final Map<String, Claim> claims = new LinkedHashMap<>();

  private final Map<SessionId, Set<String>> held = new HashMap<>();

  Floor(Duration ttl) {
    this.ttl = ttl.toNanos();
  }

  /**
   * Decides a claim. The smaller {@code startedAt} wins; if they are equal, the smaller id wins. So
   * an agent that repeats a claim loses to its own first claim, unless it now names an earlier
   * start.
   */
  Verdict claim(String msgId, Presence.Member claimant, double startedAt, long now) {
    endOld(now);
    var holder = claims.get(msgId);
    if (holder != null && !precedes(claimant, startedAt, holder)) return new Verdict.Denied(holder);
    boolean own = holder != null && holder.holder().session().equals(claimant.session());
    if (!own && held.getOrDefault(claimant.session(), Set.of()).size() >= MAX_PER_SESSION) {
      return new Verdict.TooMany("At most " + MAX_PER_SESSION + " claims at once in a channel");
    }
    if (holder == null && claims.size() >= MAX_CLAIMS) {
      return new Verdict.TooMany("Too many claims in this channel");
    }
    if (holder != null) remove(msgId, holder);
    claims.put(msgId, new Claim(claimant, startedAt, now));
    held.computeIfAbsent(claimant.session(), _ -> new LinkedHashSet<>()).add(msgId);
    boolean anothers = holder != null && !holder.holder().agent().equals(claimant.agent());
    return new Verdict.Granted(anothers ? holder : null);
  }

  private static boolean precedes(Presence.Member claimant, double startedAt, Claim holder) {
    int order = Double.compare(startedAt, holder.startedAt());
    return order < 0 || (order == 0 && claimant.agent().compareTo(holder.holder().agent()) < 0);
  }

  Optional<Claim> holder(String msgId, long now) {
    endOld(now);
    return Optional.ofNullable(claims.get(msgId));
  }

  /** Ends the claims of a session that has spoken or is gone. */
  void release(SessionId session) {
    var ids = held.remove(session);
    if (ids != null) ids.forEach(claims::remove);
  }

  int size(long now) {
    endOld(now);
    return claims.size();
  }

  private void endOld(long now) {
    while (!claims.isEmpty()) {
      var oldest = claims.entrySet().iterator().next();
      if (now - oldest.getValue().since() < ttl) return;
      remove(oldest.getKey(), oldest.getValue());
    }
  }

  private void remove(String msgId, Claim claim) {
    claims.remove(msgId);
    var session = claim.holder().session();
    var ids = held.get(session);
    if (ids == null) return;
    ids.remove(msgId);
    if (ids.isEmpty()) held.remove(session);
  }
}
