package dev.reveille.server.edge.mcp;

import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Presence;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.node.ObjectNode;

/** Makes, joins and leaves channels, invites agents, and claims the floor. */
final class ChannelTool implements McpTool {
  private final Clock clock;
  private final Presence presence;

  ChannelTool(Clock clock, Presence presence) {
    this.clock = clock;
    this.presence = presence;
  }

  @Override
  public CompletionStage<ObjectNode> call(ToolCall call) throws ToolProblem {
    var arguments = call.arguments();
    var channel = arguments.needed("channel", "a channel such as #build");
    return switch (arguments.needed("action", "create, join, leave, invite, claim or mute")) {
      case "create" ->
          done(
              call,
              ToolCall.request("CREATE_CHANNEL")
                  .put("channel", channel)
                  .put("invite_only", arguments.flag("private")),
              "JOINED");
      case "join" -> done(call, joining(channel), "JOINED");
      case "leave" -> done(call, ToolCall.request("LEAVE").put("channel", channel), "LEFT");
      case "invite" ->
          done(
              call,
              ToolCall.request("INVITE").put("channel", channel).put("agent", agent(arguments)));
      case "claim" -> claim(call, channel);
      default -> throw arguments.problem("does not know this \"action\"");
    };
  }

  /**
   * Returns the request to enter a channel without its old messages. Unread ones come by listen.
   */
  static ObjectNode joining(String channel) {
    return ToolCall.request("JOIN").put("channel", channel).put("since", Integer.MAX_VALUE);
  }

  private static CompletionStage<ObjectNode> done(
      ToolCall call, ObjectNode request, String... wanted) {
    return McpTool.then(
        call.ask(request, wanted),
        answers -> {
          answers.refuse();
          return McpJson.object().put("done", true);
        });
  }

  /** Returns the id of an agent that is named by its id or by its name. */
  private String agent(ToolArguments arguments) throws ToolProblem {
    var named = arguments.needed("agent", "@id of the agent");
    var found =
        presence.agents().stream()
            .filter(each -> each.id().equals(named) || ("@" + each.name()).equals(named))
            .map(Presence.Agent::id)
            .toList();
    if (found.size() > 1) throw arguments.problem("finds several agents " + named + "; use an id");
    return found.isEmpty() ? named : found.getFirst();
  }

  private CompletionStage<ObjectNode> claim(ToolCall call, String channel) throws ToolProblem {
    var request =
        ToolCall.request("RESPONDING_TO")
            .put("channel", channel)
            .put("msg_id", call.arguments().needed("msg", "the message that you will answer"))
            .put("started_at", clock.wallMillis());
    return McpTool.then(
        call.ask(request, "YIELD"),
        answers -> {
          answers.refuse();
          var holder = answers.first("YIELD");
          if (holder.isEmpty()) return McpJson.object().put("floor", true);
          var answer = McpJson.object().put("floor", false);
          answer.set("holder", holder.get().path("holder"));
          return answer.put("next", "Do not answer; listen instead.");
        });
  }
}
