package dev.reveille.server.callback;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/** A command to the cell of an agent's durable callbacks. */
public sealed interface CallbackCommand extends Command {

  /** Stores a callback. Refused if the agent has the most that it may; a repeat changes nothing. */
  record Keep(SessionId session, StoredCallback callback) implements CallbackCommand {}

  /** The agent is connected: the callbacks that waited for it fire. */
  record Open(SessionId session) implements CallbackCommand {}

  /**
   * The time of a callback has come. Answered with {@link Fires} if it is for a channel.
   *
   * @param session the agent's body, if it has one
   */
  record Due(String id, @Nullable SessionId session) implements CallbackCommand {}

  /**
   * Removes a callback for a channel without firing it.
   *
   * @param kind the kind of the event that records it
   */
  record Drop(String id, String kind, String reason) implements CallbackCommand {}

  /** A callback for a channel is a durable entry there. Its row was removed in the same unit. */
  record Said(String id) implements CallbackCommand {}

  /** The agent's socket took the callback, or the agent chose not to get it. */
  record Delivered(String id) implements CallbackCommand {}

  /**
   * Sends the session the list of pending callbacks.
   *
   * @param body the session that gets the agent's callbacks; null while the agent is away
   */
  record Report(SessionId session, @Nullable SessionId body) implements CallbackCommand {}

  /**
   * Cancels a callback and tells the session.
   *
   * @param body the session that gets the agent's callbacks; null while the agent is away
   */
  record Cancel(SessionId session, @Nullable SessionId body, String id)
      implements CallbackCommand {}
}
