package dev.reveille.server.task;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Names;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.Recipients;
import dev.reveille.server.chat.Replies;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.Step;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the agents that a new task is for. They stay the same from then on. */
record TaskTargets(ChatParts parts) {

  /**
   * The agents of a task.
   *
   * @param name the target as the task shows it
   * @param assignee the one agent that it is for; null if it is for several
   * @param audience the agents that may claim it, if it is for several
   */
  record Target(String name, @Nullable String assignee, List<String> audience) {}

  Step find(Agent agent, Body body, String to, Function<Target, Step> then) {
    if (to.startsWith("#")) return members(agent, body, to, then);
    if (!to.startsWith("@")) return among(agent, body, to, List.of(), then);
    var meant = agent.meantBy(to);
    if (meant.size() != 1) return nobody(body, to, meant);
    var id = meant.getFirst();
    // An agent that is here need not be asked for.
    if (parts.presence().agent(id).filter(Presence.Agent::hasKey).isPresent()) {
      return then.apply(direct(id));
    }
    return ask(
        agent,
        body,
        id,
        agents -> agents.isEmpty() ? nobody(body, to, agents) : then.apply(direct(id)));
  }

  private static Target direct(String id) {
    return new Target(id, id, List.of());
  }

  private static Step nobody(Body body, String to, List<String> meant) {
    return Replies.error(
        body,
        ErrorCode.AGENT_NOT_FOUND,
        meant.size() > 1
            ? "Several agents are called "
                + Recipients.brief(to)
                + ", use the id: "
                + Recipients.some(meant)
            : "No agent with a key is " + Recipients.brief(to));
  }

  private static Step ask(
      Agent agent, Body body, String target, Function<List<String>, Step> then) {
    return agent
        .calls()
        .to(TaskAudience.at(target), new TaskAudience.FindAudience())
        .nothingToUndo()
        .then(
            answer ->
                answer instanceof TaskAudience.AudienceFound(var agents)
                    ? then.apply(agents)
                    : Replies.orError(body, answer, Step::none));
  }

  private Step members(Agent agent, Body body, String channel, Function<Target, Step> then) {
    if (!(body.side() ? agent.mayRead(channel) : agent.isMember(channel))) {
      return Replies.error(body, ErrorCode.NOT_INVITED, "Not a member of " + channel);
    }
    return agent
        .calls()
        .to(
            Cells.channel(channel),
            new ChannelCommand.ListMembers(agent.member(body), agent.aside(body, channel)))
        .nothingToUndo()
        .then(
            answer ->
                answer instanceof ChatAnswer.MemberIds(var present)
                    ? among(agent, body, channel, present, then)
                    : Replies.orError(body, answer, Step::none));
  }

  private Step among(
      Agent agent,
      Body body,
      String target,
      Collection<String> present,
      Function<Target, Step> then) {
    return ask(
        agent,
        body,
        target,
        known -> {
          var agents = new TreeSet<>(known);
          for (var id : present) if (Names.isKeyId(id.substring(1))) agents.add(id);
          agents.remove(agent.id());
          int most = parts.config().of(TaskConfig.SETTINGS).maxAudience();
          if (agents.isEmpty()) {
            return Replies.error(
                body,
                ErrorCode.AGENT_NOT_FOUND,
                "No other agent with a key can take it: " + Recipients.brief(target));
          }
          if (agents.size() > most) {
            return Replies.error(
                body,
                ErrorCode.INVALID_MSG,
                "Too many agents for one task: "
                    + Recipients.brief(target)
                    + " has more than "
                    + most);
          }
          return then.apply(new Target(target, null, List.copyOf(agents)));
        });
  }
}
