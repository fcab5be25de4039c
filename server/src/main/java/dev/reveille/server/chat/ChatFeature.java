package dev.reveille.server.chat;

import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Feature;
import java.util.List;

/** The agent cell, assembled from the parts of all features. */
public final class ChatFeature {
  private ChatFeature() {}

  /**
   * Makes the feature.
   *
   * @param others the parts of the other features, in the order in which they are called
   */
  public static Feature make(ChatParts parts, List<AgentPart> others) {
    var agents = new AgentParts(parts, others);
    return Feature.named("chat")
        .with(agents.own())
        .with(new CellKind(Cells.AGENT, agents::load))
        .build();
  }
}
