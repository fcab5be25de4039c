package dev.reveille.server.callback;

import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/** A command to the cell of an agent's durable callbacks. */
public sealed interface CallbackCommand extends Command {

  /**
   * Stores a callback. Refused if the agent has the most that it may; a repeat changes nothing.
   *
   * @param newcomer the agent's row if the store may not have it; stored with the callback, which
   *     otherwise fires for an agent that nobody knows
   */
  record Keep(SessionId session, StoredCallback callback, @Nullable StoredAgent newcomer)
      implements CallbackCommand {}

  /** The time of a callback has come. Answered with {@link Fires} if it fires now. */
  record Due(String id) implements CallbackCommand {}

  /**
   * Removes a callback without firing it.
   *
   * @param kind the kind of the event that records it
   */
  record Drop(String id, String kind, String reason) implements CallbackCommand {}

  /** The callback is a durable entry. Its row was removed in the same unit. */
  record Said(String id) implements CallbackCommand {}

  /** Sends the session the list of pending callbacks. */
  record Report(SessionId session) implements CallbackCommand {}

  /** Cancels a callback and tells the session. */
  record Cancel(SessionId session, String id) implements CallbackCommand {}
}
