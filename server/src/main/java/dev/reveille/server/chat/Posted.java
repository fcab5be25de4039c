package dev.reveille.server.chat;

import org.jspecify.annotations.Nullable;

/**
 * A message that its sender may send, as the parts see it before and after it is relayed.
 *
 * @param draft its text without the markers, and the markers
 * @param repeat the markers of a message with this key were obeyed before: not again
 */
public record Posted(Draft draft, @Nullable String clientMsgId, boolean repeat) {}
