package dev.reveille.server.task;

import dev.reveille.server.kernel.Ids;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes the ids of tasks. The same request always gets the same id, so that a repeat meets the task
 * that the first one made. Nobody can guess an id, because a secret of the store is part of it.
 */
final class TaskIds {
  private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final String PREFIX = "task_";
  private static final int LENGTH = 26;

  /** The characters of the time in ids of new tasks: enough for a thousand years. */
  private static final int TIME = 9;

  private static final int BITS = 5;

  private static final int MOST_NEW = 4_096;

  private final SecretKeySpec secret;

  /** Ids that were made for one request only and that no cell was loaded for. */
  private final Set<String> unused = ConcurrentHashMap.newKeySet();

  TaskIds(String secret) {
    this.secret = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256");
  }

  /**
   * Returns the id of the task that a request makes.
   *
   * @param originator the agent that asks
   * @param key what tells its requests apart
   */
  String of(String originator, String key) {
    var hash = hash(originator + "\n" + key);
    var id = new StringBuilder(PREFIX);
    long bits = 0;
    int have = 0;
    for (int next = 0; id.length() < PREFIX.length() + LENGTH; have -= BITS) {
      while (have < BITS) {
        bits = (bits << Byte.SIZE) | (hash[next++] & 0xff);
        have += Byte.SIZE;
      }
      id.append(ALPHABET.charAt((int) (bits >>> (have - BITS)) & 31));
    }
    return id.toString();
  }

  /**
   * Returns the task id for a request that is not a repeat. It begins with the time of the request,
   * so that the index of ids grows at its end: an id at a random place costs a page of the commit.
   * 85 bits remain that nobody can guess.
   *
   * @param request the id of the request
   */
  String ofNew(String originator, String request) {
    var id = timed(of(originator, "m " + request), Ids.madeAt(request));
    if (unused.size() >= MOST_NEW) unused.clear();
    unused.add(id);
    return id;
  }

  private static String timed(String id, long millis) {
    if (millis < 0) return id;
    var timed = new StringBuilder(PREFIX);
    for (int shift = (TIME - 1) * BITS; shift >= 0; shift -= BITS) {
      timed.append(ALPHABET.charAt((int) (millis >>> shift) & 31));
    }
    return timed.append(id, PREFIX.length() + TIME, id.length()).toString();
  }

  /** True, once, if the store cannot have this task. */
  boolean takeNew(String id) {
    return unused.remove(id);
  }

  private byte[] hash(String text) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(secret);
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no HmacSHA256", e);
    }
  }
}
