package dev.reveille.server.edge.dashboard;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes and reads the cookie of a logged-in browser: a role, an end time, and a signature of this
 * server. A ticket outlives a restart. A new admin key makes all tickets invalid. A new viewer
 * token, or none, makes the tickets of viewers invalid. Only tickets that were taken back are
 * stored.
 *
 * <p>Thread-safe.
 */
final class Tickets {
  static final Duration LIFE = Duration.ofHours(12);

  private static final String ALGORITHM = "HmacSHA256";

  /** Only somebody with the token can cause this many logouts. */
  private static final int MOST_TAKEN_BACK = 10_000;

  private final SecretKeySpec key;
  private final Optional<String> viewer;

  /*
   * Guarded by itself. Tickets in the order of the logouts, each with the time when it runs out.
   */
  private final LinkedHashMap<String, Long> takenBack = new LinkedHashMap<>();

  /**
   * @param secret a value that nobody else knows
   * @param viewerToken the token of viewers; without it there are no viewers
   */
  Tickets(String secret, Optional<String> viewerToken) {
    key = new SecretKeySpec(digest("reveille dashboard", secret), ALGORITHM);
    viewer =
        viewerToken.map(
            token ->
                Base64.getEncoder().encodeToString(digest("reveille dashboard viewer", token)));
  }

  private static byte[] digest(String purpose, String secret) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(purpose.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
      return digest.digest(secret.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  String make(Role role, long now) {
    var says = role.word() + "." + (now + LIFE.toMillis());
    return says + "." + seal(says, role);
  }

  /** Returns the role of the ticket, if this server made it and it is still valid. */
  Optional<Role> read(String ticket, long now) {
    return opened(ticket, now).map(Opened::role);
  }

  /** Makes the ticket invalid from now on. */
  void takeBack(String ticket, long now) {
    var opened = opened(ticket, now);
    if (opened.isEmpty()) return;
    synchronized (takenBack) {
      var oldest = takenBack.firstEntry();
      while (oldest != null && (oldest.getValue() < now || takenBack.size() >= MOST_TAKEN_BACK)) {
        takenBack.pollFirstEntry();
        oldest = takenBack.firstEntry();
      }
      takenBack.put(ticket, opened.get().end());
    }
  }

  private record Opened(Role role, long end) {}

  private Optional<Opened> opened(String ticket, long now) {
    int end = ticket.lastIndexOf('.');
    if (end < 0) return Optional.empty();
    var says = ticket.substring(0, end);
    int middle = says.indexOf('.');
    if (middle < 0) return Optional.empty();
    var role = role(says.substring(0, middle));
    if (role.isEmpty() || (role.get() == Role.VIEWER && viewer.isEmpty())) return Optional.empty();
    var right = seal(says, role.get()).getBytes(StandardCharsets.UTF_8);
    var offered = ticket.substring(end + 1).getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(right, offered)) return Optional.empty();
    long until = Long.parseLong(says.substring(middle + 1));
    if (until < now) return Optional.empty();
    synchronized (takenBack) {
      if (takenBack.containsKey(ticket)) return Optional.empty();
    }
    return Optional.of(new Opened(role.get(), until));
  }

  private static Optional<Role> role(String word) {
    return Arrays.stream(Role.values()).filter(role -> role.word().equals(word)).findFirst();
  }

  private String seal(String says, Role role) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(says.getBytes(StandardCharsets.UTF_8));
      if (role == Role.VIEWER) mac.update(viewer.orElse("").getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
