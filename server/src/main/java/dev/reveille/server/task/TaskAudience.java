package dev.reveille.server.task;

import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.identity.AgentKeys;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.skills.SkillReads;
import dev.reveille.server.skills.SkillResults;
import dev.reveille.server.skills.SkillsFound;
import dev.reveille.server.store.Store;
import java.util.List;

/**
 * Says which known agents with a key a target means: the agent itself, the stored members of a
 * channel, or those who offer a skill. It is a question to the store: it is loaded for each
 * command. Members of a channel that are only present are the channel's to name.
 */
record TaskAudience(List<String> agents) implements Cell {
  static final String KIND = "task-audience";
  static final String SKILL = "skill:";

  /** The number of the latest skills that are compared. */
  private static final int SCAN = 10_000;

  /** Asks for the agents. */
  record FindAudience() implements Command {}

  /** The agents, one more than a task may have at most. */
  record AudienceFound(List<String> agents) implements ChatAnswer {
    AudienceFound {
      agents = List.copyOf(agents);
    }
  }

  static CellId at(String target) {
    return new CellId(KIND, target);
  }

  /**
   * Reads the agents.
   *
   * @param most how many a task may have
   */
  static TaskAudience load(String target, int most, Store store, Presence presence) {
    if (target.startsWith("@")) {
      // A connected agent may have a key that is not stored yet.
      boolean known =
          presence
              .agent(target)
              .map(Presence.Agent::hasKey)
              .orElseGet(
                  () ->
                      store.reads(AgentReads.class).agent(target).isPresent()
                          && AgentKeys.of(store, target).reachable());
      return new TaskAudience(known ? List.of(target) : List.of());
    }
    var agents =
        target.startsWith("#")
            ? store.reads(ChannelReads.class).members(target, "", most + 1)
            : holders(target.substring(SKILL.length()), most, store);
    return new TaskAudience(
        agents.stream().filter(agent -> AgentKeys.of(store, agent).reachable()).toList());
  }

  private static List<String> holders(String skill, int most, Store store) {
    var folded = SkillResults.folded(skill);
    return store
        .reads(SkillReads.class)
        .skills(terms -> terms.capability().equals(folded), SCAN, most + 1)
        .first()
        .stream()
        .map(SkillsFound.Registered::agent)
        .distinct()
        .toList();
  }

  @Override
  public Step handle(Command command) {
    return Step.answer(new AudienceFound(agents));
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  @Override
  public boolean isLoadedEachTime() {
    return true;
  }
}
