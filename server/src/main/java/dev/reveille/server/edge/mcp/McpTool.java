package dev.reveille.server.edge.mcp;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.JsonNode;

/** The action of a tool. Its name, schema and texts stand in {@code mcp/tools.json}. */
@FunctionalInterface
interface McpTool {
  /**
   * Does what was asked for.
   *
   * @return the answer for the model; it may fail with a {@link ToolProblem}
   */
  CompletionStage<? extends JsonNode> call(ToolCall call) throws ToolProblem;

  /** Continues with the answers of a request. It may throw, as a tool may. */
  @FunctionalInterface
  interface Next<A, B> {
    B apply(A answer) throws ToolProblem;
  }

  /** Returns the stage after this one; what {@code next} throws fails it. */
  static <A, B> CompletionStage<B> then(CompletionStage<A> stage, Next<A, B> next) {
    return stage.thenCompose(
        answer -> {
          try {
            return CompletableFuture.completedStage(next.apply(answer));
          } catch (ToolProblem e) {
            return CompletableFuture.failedStage(e);
          }
        });
  }

  /** Returns the stage of the stage that {@code next} returns. */
  static <A, B> CompletionStage<B> thenAsk(
      CompletionStage<A> stage, Next<A, CompletionStage<B>> next) {
    return then(stage, next).thenCompose(inner -> inner);
  }
}
