package dev.reveille.server.inbox;

import dev.reveille.server.kernel.Command;
import java.util.List;

/**
 * Tells an agent's cell that the agent has no marks in these channels although it asked for them:
 * they were not stored. The cell begins them again with the next question.
 */
record MarksMissing(List<String> channels) implements Command {
  MarksMissing {
    channels = List.copyOf(channels);
  }
}
