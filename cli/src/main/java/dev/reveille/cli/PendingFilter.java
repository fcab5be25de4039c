package dev.reveille.cli;

import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.Priority;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which messages of channels are worth waking up for. */
final class PendingFilter {
  @Option(
      names = "--from",
      paramLabel = "AGENT",
      description =
          "Of channels, only messages of this agent; may be repeated. With this, --keyword or"
              + " --priority, a message that matches one of them counts. Direct messages and mentions"
              + " always count.")
  List<String> from = new ArrayList<>();

  @Option(
      names = "--keyword",
      paramLabel = "WORD",
      description = "Of channels, only messages with this word; may be repeated.")
  List<String> keywords = new ArrayList<>();

  @Option(
      names = "--priority",
      paramLabel = "WORD",
      converter = PriorityWord.class,
      completionCandidates = PriorityWord.Words.class,
      description = "Of channels, only messages of this priority or a higher one.")
  @Nullable Priority priority;

  boolean isSet() {
    return !from.isEmpty() || !keywords.isEmpty() || priority != null;
  }

  /** Returns the question for what is pending. The names of agents are looked up. */
  InboxMessages.AskPending question(
      ReveilleClient client, Terminal terminal, int limit, List<String> channels) {
    var senders =
        from.stream()
            .map(TargetArguments::agent)
            .map(agent -> NamedAgent.id(client, terminal, agent))
            .toList();
    return new InboxMessages.AskPending(limit, channels, 0, senders, keywords, priority);
  }
}
