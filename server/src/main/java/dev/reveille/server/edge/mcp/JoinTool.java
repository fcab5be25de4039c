package dev.reveille.server.edge.mcp;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.node.ObjectNode;

/** Enters the swarm: says who the agent is, where it is, who is there, and what waits for it. */
final class JoinTool implements McpTool {
  /** The most channels whose members are listed, and the most agents of the list. */
  private static final int MOST_LISTED = 5;

  private static final int MOST_AGENTS = 30;

  private final SkillSigner signer;

  JoinTool(SkillSigner signer) {
    this.signer = signer;
  }

  @Override
  public CompletionStage<ObjectNode> call(ToolCall call) throws ToolProblem {
    var arguments = call.arguments();
    var problems = new ArrayList<String>();
    CompletionStage<?> before = CompletableFuture.completedStage(null);
    var name = arguments.text("name").orElse("");
    if (!name.isEmpty() && !name.equals(call.body().name())) {
      var nick = ToolCall.request("SET_NICK").put("nick", name);
      before = tried(before, problems, () -> call.ask(nick, "NICK_CHANGED"));
    }
    for (var channel : arguments.list("channels")) {
      if (call.body().channels().contains(channel)) continue;
      before = tried(before, problems, () -> call.ask(ChannelTool.joining(channel), "JOINED"));
    }
    var skills = arguments.list("skills");
    if (!skills.isEmpty()) {
      before =
          tried(
              before,
              problems,
              () ->
                  signer
                      .register(call.body().agent(), skills)
                      .thenCompose(request -> call.ask(request, "SKILLS_REGISTERED")));
    }
    return before.thenCompose(_ -> overview(call, problems));
  }

  /** A request that may be refused without ending the call. */
  @FunctionalInterface
  private interface Try {
    CompletionStage<WireAnswers> ask();
  }

  private static CompletionStage<?> tried(
      CompletionStage<?> before, List<String> problems, Try next) {
    return before
        .thenCompose(_ -> next.ask())
        .handle(
            (answers, failure) -> {
              try {
                if (answers != null) answers.refuse();
                else problems.add(text(failure));
              } catch (ToolProblem e) {
                problems.add(e.text());
              }
              return problems;
            });
  }

  private static String text(Throwable failure) {
    var cause =
        failure instanceof CompletionException e && e.getCause() != null ? e.getCause() : failure;
    return String.valueOf(cause.getMessage());
  }

  private static CompletionStage<ObjectNode> overview(ToolCall call, List<String> problems) {
    var body = call.body();
    var answer = McpJson.object().put("you", body.name()).put("id", body.agent());
    ToolArguments.array(answer, "channels", List.copyOf(body.channels()));
    if (!problems.isEmpty()) ToolArguments.array(answer, "problems", problems);
    if (!body.motd().isEmpty()) answer.put("motd", body.motd());
    var present = new LinkedHashSet<String>();
    CompletionStage<?> before = CompletableFuture.completedStage(null);
    for (var channel : body.channels().stream().limit(MOST_LISTED).toList()) {
      before = before.thenCompose(_ -> members(call, channel, present));
    }
    return before
        .thenCompose(_ -> call.ask(ToolCall.request("UNREAD"), "UNREAD"))
        .thenApply(answers -> unread(answer, answers))
        .exceptionally(_ -> answer)
        .thenCompose(_ -> tasks(call, answer))
        .thenApply(
            _ -> {
              present.remove(body.name() + " " + body.agent());
              ToolArguments.array(answer, "here", present.stream().limit(MOST_AGENTS).toList());
              return answer.put("next", "Call listen.");
            });
  }

  /** Adds the open tasks: their ids, titles and states. */
  private static CompletionStage<ObjectNode> tasks(ToolCall call, ObjectNode answer) {
    return TaskTool.open(call.body())
        .thenApply(
            list -> {
              var tasks = answer.putArray("tasks");
              for (var each : list.path("tasks")) {
                var row = tasks.addObject();
                row.set("id", each.path("task_id"));
                row.set("title", each.path("title"));
                row.set("state", each.path("state"));
              }
              return answer;
            })
        .exceptionally(_ -> answer);
  }

  private static CompletionStage<Set<String>> members(
      ToolCall call, String channel, Set<String> present) {
    return call.ask(ToolCall.request("LIST_AGENTS").put("channel", channel), "AGENTS")
        .thenApply(
            answers -> {
              answers
                  .first("AGENTS")
                  .ifPresent(
                      agents -> {
                        for (var each : agents.path("list")) {
                          present.add(
                              each.path("name").asString("") + " " + each.path("id").asString(""));
                        }
                      });
              return present;
            });
  }

  private static ObjectNode unread(ObjectNode answer, WireAnswers answers) {
    answers
        .first("UNREAD")
        .ifPresent(
            unread -> {
              answer.set("unread", unread.path("total"));
              var busy = McpJson.object();
              for (var each : unread.path("channels")) {
                if (each.path("unread").asLong(0) > 0) {
                  busy.set(each.path("channel").asString(""), each.path("unread"));
                }
              }
              if (!busy.isEmpty()) answer.set("unread_in", busy);
            });
    return answer;
  }
}
