package dev.reveille.server.session;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.OutletRouter;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Side sessions that have no socket and last for one request. They are the same as those of
 * sockets: the agent's cell admits them, counts them and closes them.
 */
public final class SideSessions {
  /** The name in the ids of these sessions. No node has it. */
  private static final String SIDE = "side";

  private final Sessions door;
  private final Host host;
  private final Ids ids;
  private final OutletRouter outlets;
  private final Executor reading;
  private final AtomicLong numbers = new AtomicLong();

  /**
   * @param reading runs tasks that may wait for the store
   */
  public SideSessions(Sessions door, Host host, Ids ids, OutletRouter outlets, Executor reading) {
    this.door = door;
    this.host = host;
    this.ids = ids;
    this.outlets = outlets;
    this.reading = reading;
  }

  /**
   * Makes a request for the agent of a token. The caller has checked the token and its scope.
   *
   * @param agent its id with {@code @}
   * @param token the id of the token. The agent's cell checks once more that it holds
   * @return completes with what the session is told until the request is handled, in order. For a
   *     message: the echo once it is durable, or an ERROR; empty if the message had only markers.
   *     Never fails
   */
  public CompletionStage<List<Frame>> ask(String agent, String token, ClientMessage message) {
    var request = begin(agent, token, message);
    return request
        .whenHandled()
        .thenApplyAsync(_ -> request.take(), reading)
        .exceptionally(_ -> List.of(unavailable()))
        .whenComplete((_, _) -> request.close());
  }

  /** Returns the answer if the store cannot be read. */
  public Frame unavailable() {
    return door.frame(new ServerMessage.Failure(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE));
  }

  /** Begins a request whose answer may come later than it is handled. */
  public SideRequest begin(String agent, String token, ClientMessage message) {
    var session = new SessionId(SIDE, numbers.incrementAndGet());
    var cell = Cells.agent(agent);
    var request =
        new SideRequest(
            () -> {
              host.tell(cell, new AgentCommand.Detach(session));
              outlets.forget(session);
            });
    outlets.open(session, request.outlet());
    var _ =
        door.names()
            .meantBy(message)
            .thenCompose(
                absent -> {
                  var attach = new AgentCommand.AttachSide(session, "", null, token, List.of());
                  request.start(() -> host.tell(cell, attach));
                  return host.ask(
                      cell, new AgentCommand.FromClient(session, ids.message(), message, absent));
                })
            .whenComplete(
                (_, failure) -> {
                  // The cell answers the session also if it fails. This is for all other failures.
                  if (failure != null) request.outlet().send(unavailable(), null);
                  request.handled();
                });
    return request;
  }
}
