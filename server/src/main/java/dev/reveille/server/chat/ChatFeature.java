package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
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
        .with(
            new EarlyRequest<>(ClientMessage.Ping.class, _ -> new ServerMessage.Pong()),
            new EarlyRequest<>(
                ClientMessage.ListChannels.class,
                _ -> new ServerMessage.Channels(parts.channels().visible())),
            new EarlyRequest<>(
                ClientMessage.Invite.class, _ -> invite(parts.config().privateEnabled())))
        .build();
  }

  private static ServerMessage invite(boolean enabled) {
    return enabled
        ? new ServerMessage.Failure(ErrorCode.AUTH_REQUIRED, "Must IDENTIFY first")
        : new ServerMessage.Failure(ErrorCode.INVALID_MSG, "Private channels are disabled");
  }
}
