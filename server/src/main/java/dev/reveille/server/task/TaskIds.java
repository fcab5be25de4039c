package dev.reveille.server.task;

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
  private static final int LENGTH = 26;
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
    var id = new StringBuilder("task_");
    long bits = 0;
    int have = 0;
    for (int next = 0; id.length() < "task_".length() + LENGTH; have -= BITS) {
      while (have < BITS) {
        bits = (bits << Byte.SIZE) | (hash[next++] & 0xff);
        have += Byte.SIZE;
      }
      id.append(ALPHABET.charAt((int) (bits >>> (have - BITS)) & 31));
    }
    return id.toString();
  }

  /**
   * Returns the id of the task that a request makes which is certainly no repeat.
   *
   * @param request the id of the request
   */
  String ofNew(String originator, String request) {
    var id = of(originator, "m " + request);
    if (unused.size() >= MOST_NEW) unused.clear();
    unused.add(id);
    return id;
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
