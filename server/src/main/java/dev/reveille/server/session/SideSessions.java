package dev.reveille.server.session;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.chat.AbsentAgents;
import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.OutletRouter;
import dev.reveille.server.delivery.PulledOutlet;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Side sessions that have no socket and last for one request. They are the same as those of
 * sockets: the agent's cell admits them, counts them and closes them.
 */
public final class SideSessions {
  /** The most bytes of an answer that wait here. */
  private static final long ANSWER_BYTES = 4 << 20;

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
   * @return completes with what the session is told, in order. For a message: the echo once it is
   *     durable, or an ERROR; empty if the message had only markers. Never fails
   */
  public CompletionStage<List<Frame>> ask(String agent, String token, ClientMessage request) {
    CompletionStage<AbsentAgents> names =
        request instanceof ClientMessage.Msg msg && door.names().isNeeded(msg)
            ? door.names().find(msg)
            : CompletableFuture.completedStage(AbsentAgents.NONE);
    return names.thenCompose(absent -> ask(agent, token, request, absent));
  }

  private CompletionStage<List<Frame>> ask(
      String agent, String token, ClientMessage request, AbsentAgents absent) {
    var session = new SessionId(SIDE, numbers.incrementAndGet());
    var outlet = new PulledOutlet(ANSWER_BYTES, () -> {});
    var cell = Cells.agent(agent);
    outlets.open(session, outlet);
    host.tell(cell, new AgentCommand.AttachSide(session, "", null, token));
    return host.ask(cell, new AgentCommand.FromClient(session, ids.message(), request, absent))
        .handleAsync((_, failure) -> frames(outlet, failure != null), reading)
        .whenComplete(
            (_, _) -> {
              host.tell(cell, new AgentCommand.Detach(session));
              outlets.forget(session);
            });
  }

  /** Returns everything that was sent to the session after its WELCOME. */
  private List<Frame> frames(PulledOutlet outlet, boolean failed) {
    var all = new ArrayList<Frame>();
    for (var page = outlet.take(); !page.isEmpty(); page = outlet.take()) all.addAll(page);
    if (!all.isEmpty() && isWelcome(all.getFirst())) all.removeFirst();
    if (all.isEmpty() && failed) {
      all.add(
          door.frame(new ServerMessage.Failure(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE)));
    }
    return all;
  }

  private static boolean isWelcome(Frame frame) {
    return frame.toString().startsWith("{\"type\":\"WELCOME\"");
  }
}
