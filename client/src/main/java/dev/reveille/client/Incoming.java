package dev.reveille.client;

import dev.reveille.protocol.ServerMessage;

/**
 * A chat message as it came.
 *
 * @param replay it was said before; the server repeats it because it was asked to or must
 * @param json the whole message as the server sent it
 * @param arrivedMillis when, in {@link ClientTime#millis}
 */
public record Incoming(
    ServerMessage.Msg message, boolean replay, String json, long arrivedMillis) {}
