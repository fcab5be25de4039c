package dev.reveille.server.chat;

import org.jspecify.annotations.Nullable;

/**
 * A message that its sender may send, for the parts before and after it is relayed.
 *
 * @param inReplyTo the id of the message that it answers, as JSON text; null if it said none
 * @param draft its text without the markers, and the markers
 * @param repeat true if the markers of a message with this key were carried out before: they are
 *     not carried out again
 */
public record Posted(
    Draft draft, @Nullable String clientMsgId, @Nullable String inReplyTo, boolean repeat) {}
