package dev.reveille.client;

import dev.reveille.protocol.ServerMessage;
import java.util.Optional;

/**
 * A message that the server has stored.
 *
 * @param clientMsgId the key under which it may be sent again without a second effect
 * @param echo as its receivers see it; empty if it held only markers, which nobody receives
 */
public record Sent(String clientMsgId, Optional<ServerMessage.Msg> echo) {}
