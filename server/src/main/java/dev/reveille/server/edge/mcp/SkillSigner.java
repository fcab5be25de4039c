package dev.reveille.server.edge.mcp;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.server.identity.KeptKeys;
import dev.reveille.server.identity.ServerKey;
import dev.reveille.server.identity.TokenReads;
import dev.reveille.server.store.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import tools.jackson.databind.node.ObjectNode;

/** Signs the skills of an agent with the key that the server keeps for it. */
final class SkillSigner {
  private final Store store;
  private final KeptKeys keys;
  private final Executor reading;

  /**
   * @param reading runs tasks that may wait for the store
   */
  SkillSigner(Store store, KeptKeys keys, Executor reading) {
    this.store = store;
    this.keys = keys;
    this.reading = reading;
  }

  /** Returns the request that registers these skills. Fails with a {@link ToolProblem}. */
  CompletionStage<ObjectNode> register(String agent, List<String> skills) {
    var request = ToolCall.request("REGISTER_SKILLS").put("sig", "unsigned");
    var list = request.putArray("skills");
    skills.forEach(skill -> list.addObject().put("capability", skill));
    return switch (ClientMessages.read(request.toString())) {
      case ClientMessages.Read.Valid(ClientMessage.RegisterSkills register) ->
          CompletableFuture.supplyAsync(
                  () -> signature(agent, AuthText.skills(register.skills())), reading)
              .thenCompose(signed -> signed)
              .thenApply(signature -> request.put("sig", signature));
      case ClientMessages.Read.Valid _ -> throw new IllegalStateException("read as another type");
      case ClientMessages.Read.Invalid(var reason, _) ->
          CompletableFuture.failedStage(new ToolProblem(reason + "."));
    };
  }

  private CompletionStage<String> signature(String agent, String text) {
    var kept = store.reads(TokenReads.class).kept(agent);
    if (kept.isEmpty()) {
      return CompletableFuture.failedStage(
          new ToolProblem("The server does not keep your key, so it cannot sign your skills."));
    }
    try {
      return CompletableFuture.completedStage(keys.open(kept.get()).sign(text));
    } catch (ServerKey.Unusable e) {
      return CompletableFuture.failedStage(new ToolProblem(String.valueOf(e.getMessage())));
    }
  }
}
