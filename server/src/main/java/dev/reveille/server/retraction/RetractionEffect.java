package dev.reveille.server.retraction;

import dev.reveille.protocol.RetractionMessages;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;

/**
 * Tells those who can read the stream now that a message was taken back. It is only a hint: the
 * store has the placeholder.
 *
 * @param asker has its answer already
 */
record RetractionEffect(RetractionMessages.Retracted news, SessionId asker)
    implements SessionEffect {}
