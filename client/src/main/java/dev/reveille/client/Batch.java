package dev.reveille.client;

import java.util.List;

/** What listening brought, oldest first; empty = the nudge came before any message. */
public record Batch(List<Incoming> messages) {
  public Batch {
    messages = List.copyOf(messages);
  }

  public boolean isNudge() {
    return messages.isEmpty();
  }
}
