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
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Says which known agents with a key a target means: the agent itself, the stored members of a
 * channel, or those who offer a skill. It is a question to the store: it is loaded for each
 * command. Members of a channel that are only present are the channel's to name.
 */
record TaskAudience(List<String> agents, boolean complete) implements Cell {
  static final String KIND = "task-audience";
  static final String SKILL = "skill:";

  /** The most agents that are looked at. Most of them may have no key any more. */
  private static final int MOST_LOOKED = 10_000;

  private static final int PAGE = 500;

  /** Asks for the agents. */
  record FindAudience() implements Command {}

  /**
   * The agents, or as many as are certainly too many for one task.
   *
   * @param complete false if there may be more
   */
  record AudienceFound(List<String> agents, boolean complete) implements ChatAnswer {
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
      return new TaskAudience(known ? List.of(target) : List.of(), true);
    }
    var skill = SkillResults.folded(target.substring(target.indexOf(':') + 1));
    return reachable(
        target.startsWith("#")
            ? last -> store.reads(ChannelReads.class).members(target, last, PAGE)
            : last -> store.reads(SkillReads.class).holders(skill, last, PAGE),
        most,
        store);
  }

  /** Reads on until there are too many also without the one that asks, or no more. */
  private static TaskAudience reachable(
      Function<String, List<String>> pages, int most, Store store) {
    var agents = new ArrayList<String>();
    int looked = 0;
    for (var page = pages.apply(""); !page.isEmpty(); page = pages.apply(page.getLast())) {
      for (var agent : page) {
        if (agents.size() > most + 1 || looked++ >= MOST_LOOKED) {
          return new TaskAudience(agents, false);
        }
        if (AgentKeys.of(store, agent).reachable()) agents.add(agent);
      }
    }
    return new TaskAudience(agents, true);
  }

  @Override
  public Step handle(Command command) {
    return Step.answer(new AudienceFound(agents, complete));
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
