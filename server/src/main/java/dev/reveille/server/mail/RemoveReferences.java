package dev.reveille.server.mail;

import dev.reveille.server.kernel.Write;
import java.util.List;

/** Removes references from an agent's inbox: they are confirmed, lost, or not wanted. */
public record RemoveReferences(String agent, List<Long> numbers) implements Write {
  public RemoveReferences {
    numbers = List.copyOf(numbers);
  }
}
