package dev.reveille.server.retraction;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;

/**
 * Takes back the message that the cell is named after.
 *
 * @param session the session that asks and gets the answer
 * @param agent the agent that it speaks for
 */
record RetractionCommand(SessionId session, String agent) implements Command {}
