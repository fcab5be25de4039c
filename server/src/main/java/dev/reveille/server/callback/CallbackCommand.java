package dev.reveille.server.callback;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/** What the cell of an agent's durable callbacks is asked to do. */
public sealed interface CallbackCommand extends Command {

  /** Keep this one. Refused if there are as many as there may be; a repeat changes nothing. */
  record Keep(SessionId session, StoredCallback callback) implements CallbackCommand {}

  /** Its agent is connected: what waited for it fires. */
  record Open(SessionId session) implements CallbackCommand {}

  /**
   * The time of one has come. Answered with {@link Fires} if it is for a channel.
   *
   * @param session the agent's body, if it has one
   */
  record Due(String id, @Nullable SessionId session) implements CallbackCommand {}

  /**
   * One for a channel is not to be said there.
   *
   * @param kind of the event that says so
   */
  record Drop(String id, String kind, String reason) implements CallbackCommand {}

  /** One for a channel was said there, durably. Its row went with that. */
  record Said(String id) implements CallbackCommand {}

  /** The agent's socket took it, or the agent chose not to get it. */
  record Delivered(String id) implements CallbackCommand {}

  /** Tell the session which are pending. */
  record Report(SessionId session) implements CallbackCommand {}

  record Cancel(SessionId session, String id) implements CallbackCommand {}
}
