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
import java.util.function.UnaryOperator;
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

  /**
   * Finds them and goes on.
   *
   * @param refusal makes what is done if there are none out of the error
   */
  Step find(
      Agent agent, Body body, String to, UnaryOperator<Step> refusal, Function<Target, Step> then) {
    return new Search(agent, body, to, refusal, then, parts).find();
  }

  private record Search(
      Agent agent,
      Body body,
      String to,
      UnaryOperator<Step> refusal,
      Function<Target, Step> then,
      ChatParts parts) {

    Step find() {
      if (to.startsWith("#")) return members();
      if (!to.startsWith("@")) return among(List.of());
      var meant = agent.meantBy(to);
      if (meant.size() != 1) return nobody(meant);
      var id = meant.getFirst();
      // An agent that is here need not be asked for.
      if (parts.presence().agent(id).filter(Presence.Agent::hasKey).isPresent()) {
        return then.apply(direct(id));
      }
      return ask(
          id, found -> found.agents().isEmpty() ? nobody(List.of()) : then.apply(direct(id)));
    }

    private static Target direct(String id) {
      return new Target(id, id, List.of());
    }

    private Step refuse(ErrorCode code, String reason) {
      return refusal.apply(Replies.error(body, code, reason));
    }

    private Step refuse(ChatAnswer answer) {
      return refusal.apply(Replies.orError(body, answer, Step::none));
    }

    private Step nobody(List<String> meant) {
      return refuse(
          ErrorCode.AGENT_NOT_FOUND,
          meant.size() > 1
              ? "Several agents are called "
                  + Recipients.brief(to)
                  + ", use the id: "
                  + Recipients.some(meant)
              : "No agent with a key is " + Recipients.brief(to));
    }

    private Step ask(String target, Function<TaskAudience.AudienceFound, Step> next) {
      return agent
          .calls()
          .to(TaskAudience.at(target), new TaskAudience.FindAudience())
          .nothingToUndo()
          .then(
              answer ->
                  answer instanceof TaskAudience.AudienceFound found
                      ? next.apply(found)
                      : refuse(answer));
    }

    private Step members() {
      if (!(body.side() ? agent.mayRead(to) : agent.isMember(to))) {
        return refuse(ErrorCode.NOT_INVITED, "Not a member of " + to);
      }
      return agent
          .calls()
          .to(
              Cells.channel(to),
              new ChannelCommand.ListMembers(agent.member(body), agent.aside(body, to)))
          .nothingToUndo()
          .then(
              answer ->
                  answer instanceof ChatAnswer.MemberIds(var present)
                      ? among(present)
                      : refuse(answer));
    }

    private Step among(Collection<String> present) {
      return ask(
          to,
          known -> {
            var agents = new TreeSet<>(known.agents());
            for (var id : present) if (Names.isKeyId(id.substring(1))) agents.add(id);
            agents.remove(agent.id());
            int most = parts.config().of(TaskConfig.SETTINGS).maxAudience();
            if (agents.isEmpty() && known.complete()) {
              return refuse(
                  ErrorCode.AGENT_NOT_FOUND,
                  "No other agent with a key can take it: " + Recipients.brief(to));
            }
            if (agents.size() > most || !known.complete()) {
              return refuse(
                  ErrorCode.INVALID_MSG,
                  "Too many agents for one task: "
                      + Recipients.brief(to)
                      + " has more than "
                      + most);
            }
            return then.apply(new Target(to, null, List.copyOf(agents)));
          });
    }
  }
}
