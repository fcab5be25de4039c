package dev.reveille.server.session;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Names;
import dev.reveille.server.chat.AbsentAgents;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.MentionedWords;
import dev.reveille.server.chat.Recipients;
import dev.reveille.server.identity.AgentKeys;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Presence;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Finds the agents that are away, or may be soon, and that a message means, by its target or text.
 * It never blocks its caller. A message that means only connected agents costs no read.
 */
final class NameLookup {
  /** The most words of one text that are looked up. */
  static final int MOST_WORDS = 32;

  /** The most agents of one name that are found. */
  static final int MOST_OF_A_NAME = 20;

  private static final CompletableFuture<AbsentAgents> NOBODY =
      CompletableFuture.completedFuture(AbsentAgents.NONE);

  private final ChatParts parts;
  private final Executor reading;

  NameLookup(ChatParts parts, Executor reading) {
    this.parts = parts;
    this.reading = reading;
  }

  /**
   * Returns the agents that the message means and that are away or may be soon. It is done at once
   * unless the store must be asked.
   */
  CompletableFuture<AbsentAgents> meantBy(ClientMessage message) {
    if (!(message instanceof ClientMessage.Naming msg)) return NOBODY;
    var connected = connected(msg);
    if (isAbsentName(msg) || !words(msg, 1).isEmpty()) {
      return CompletableFuture.supplyAsync(() -> look(msg, connected), reading)
          .exceptionally(_ -> AbsentAgents.UNREAD);
    }
    return connected.isEmpty()
        ? NOBODY
        : CompletableFuture.completedFuture(new AbsentAgents(List.copyOf(connected), false));
  }

  private boolean isAbsentName(ClientMessage.Naming msg) {
    for (var named : msg.named()) if (isAbsentName(named)) return true;
    return false;
  }

  private boolean isAbsentName(String named) {
    return Recipients.isAbsentName(parts.presence(), named);
  }

  /** Returns the words of a text that may mean agents which are away. */
  private Set<String> words(ClientMessage.Naming said, int most) {
    var text = said.text();
    return text.isEmpty() ? Set.of() : MentionedWords.absent(parts.presence(), text, most);
  }

  /**
   * Returns the agents with a key that the message means and that are connected. One of them may
   * have left when the sender's cell gets the message, and must not be missed then.
   */
  private Set<AbsentAgents.Found> connected(ClientMessage.Naming msg) {
    if (msg.text().indexOf('@') < 0 && !hasName(msg)) return Set.of();
    var found = new LinkedHashSet<AbsentAgents.Found>();
    for (var agent : MentionedWords.connected(parts.presence(), msg.text(), MOST_WORDS)) {
      found.add(found(agent));
    }
    for (var named : msg.named()) {
      if (!isName(named)) continue;
      Recipients.connected(parts.presence(), named).stream()
          .filter(Presence.Agent::hasKey)
          .limit(MOST_OF_A_NAME)
          .forEach(agent -> found.add(found(agent)));
    }
    return found;
  }

  private static boolean hasName(ClientMessage.Naming msg) {
    for (var named : msg.named()) if (isName(named)) return true;
    return false;
  }

  /** True for a name. An id means its agent, connected or not. */
  private static boolean isName(String named) {
    return named.startsWith("@") && !Names.isAgentId(named.substring(1));
  }

  private AbsentAgents look(ClientMessage.Naming msg, Set<AbsentAgents.Found> connected) {
    var store = parts.store();
    var reads = store.reads(AgentReads.class);
    var found = new LinkedHashSet<>(connected);
    for (var named : msg.named()) {
      if (!isAbsentName(named)) continue;
      // One more than an error lists, so that it can say that there are more.
      reads.lastSeenAs(named.substring(1), MOST_OF_A_NAME + 1).stream()
          .filter(agent -> AgentKeys.of(store, agent.id()).reachable())
          .forEach(agent -> found.add(found(agent)));
    }
    var words = words(msg, MOST_WORDS);
    if (!words.isEmpty()) {
      for (var agent : reads.meantBy(words, MOST_OF_A_NAME)) found.add(found(agent));
    }
    return new AbsentAgents(List.copyOf(found), false);
  }

  private static AbsentAgents.Found found(Presence.Agent agent) {
    return new AbsentAgents.Found(agent.id(), agent.name());
  }

  private static AbsentAgents.Found found(StoredAgent agent) {
    return new AbsentAgents.Found(agent.id(), agent.name());
  }
}
