package dev.reveille.client;

import java.util.List;

/** The entries of one wait, oldest first. It is empty if the nudge came before any entry. */
public record Batch(List<Incoming> messages) {
  public Batch {
    messages = List.copyOf(messages);
  }

  public boolean isNudge() {
    return messages.isEmpty();
  }
}
