package dev.reveille.server.observe;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A column that a feature adds to an agent's row: a JSON object under one name.
 *
 * @param name the name of the object in the row
 * @param head the head of the column in {@code top}
 * @param words the sentence that shows the object to a person; its fields are those of the object
 * @param rows called once for all agents. It returns a function that makes the object of each
 *     agent, from memory. The function returns {@code null} as JSON for an agent without an object,
 *     and empty to leave the name out
 */
public record AgentColumn(
    String name, String head, Words words, Supplier<Function<ShownAgent, Optional<String>>> rows) {
  public AgentColumn {
    if (!isHead(head)) throw new IllegalArgumentException("This is no head of a column: " + head);
  }

  /** True if the text can be the head of a column: a few capital letters. */
  public static boolean isHead(String text) {
    return text.matches("[A-Z ]{1,20}");
  }
}
