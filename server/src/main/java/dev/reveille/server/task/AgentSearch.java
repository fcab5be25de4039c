package dev.reveille.server.task;

import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.store.Store;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Selects tasks by parts of names or ids of their agents: originator, owner, assignee, and those
 * that may claim it. Each agent is looked up once, so it is made for one question.
 */
final class AgentSearch implements AgentMatch {
  private final AgentReads agents;
  private final TaskReads tasks;
  private final List<String> parts;
  private final Map<String, Boolean> known = new HashMap<>();

  private AgentSearch(Store store, List<String> parts) {
    agents = store.reads(AgentReads.class);
    tasks = store.reads(TaskReads.class);
    this.parts = parts;
  }

  /**
   * Returns a match for these words.
   *
   * @param words one is enough; none = any agent
   */
  static AgentMatch of(Store store, List<String> words) {
    var parts =
        words.stream()
            .map(word -> word.strip().toLowerCase(Locale.ROOT))
            .filter(word -> !word.isEmpty())
            .toList();
    return parts.isEmpty() ? ANY : new AgentSearch(store, parts);
  }

  @Override
  public boolean fits(StoredTask task) {
    if (AgentMatch.named(task).anyMatch(this::isMeant)) return true;
    return task.facts().assignee() == null
        && tasks.audience(task.id()).stream().anyMatch(this::isMeant);
  }

  private boolean isMeant(String id) {
    return known.computeIfAbsent(
        id,
        _ -> {
          var name = agents.agent(id).map(agent -> agent.name()).orElse("");
          var text = name.toLowerCase(Locale.ROOT) + " " + id.toLowerCase(Locale.ROOT);
          return parts.stream().anyMatch(text::contains);
        });
  }
}
