package dev.reveille.server.callback;

import org.jspecify.annotations.Nullable;

/**
 * A durable callback: it outlives its agent's connection.
 *
 * @param channel the channel whose members get it; absent = only the agent itself
 * @param fireAt wall time
 * @param createdAt wall time
 * @param clientMsgId the client_msg_id of the message that asked for it, if that had one
 */
public record StoredCallback(
    String id,
    String agent,
    @Nullable String channel,
    String payload,
    long fireAt,
    long createdAt,
    @Nullable String clientMsgId) {}
