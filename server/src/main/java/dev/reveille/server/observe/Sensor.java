package dev.reveille.server.observe;

import dev.reveille.server.kernel.Contribution;
import java.util.function.ToLongFunction;

/**
 * A question of the pulse about one agent: how many things of a kind wait for it.
 *
 * @param name in lower-case letters; the ledger shows it
 * @param words what is counted, for example {@code "questions answered"}
 * @param read counts for the agent with this id; may read the store. What it throws makes the
 *     number unknown, never zero
 */
public record Sensor(String name, String words, ToLongFunction<String> read)
    implements Contribution {
  @Override
  public String owns() {
    return "sensor " + name;
  }
}
