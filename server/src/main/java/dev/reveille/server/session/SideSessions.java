package dev.reveille.server.session;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.OutletRouter;
import dev.reveille.server.delivery.PulledOutlet;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Side sessions that last for one message. The agent speaks without being present, and its body, if
 * it has one, is not disturbed.
 */
public final class SideSessions {
  /** The most side sessions that an agent may have at once. */
  static final int MOST = 16;

  /** The most bytes of an answer that wait here. */
  private static final long ANSWER_BYTES = 4 << 20;

  /** The name in the ids of side sessions. No node has it. */
  private static final String SIDE = "side";

  private final Sessions door;
  private final ChatParts parts;
  private final Host host;
  private final OutletRouter outlets;
  private final Executor reading;
  private final AtomicLong numbers = new AtomicLong();
  private final ConcurrentHashMap<String, Integer> open = new ConcurrentHashMap<>();

  /**
   * @param reading runs tasks that may wait for the store
   */
  public SideSessions(
      Sessions door, ChatParts parts, Host host, OutletRouter outlets, Executor reading) {
    this.door = door;
    this.parts = parts;
    this.host = host;
    this.outlets = outlets;
    this.reading = reading;
  }

  /**
   * Sends a message for an agent. The caller has checked that it may speak for the agent.
   *
   * @param agent its id with {@code @}
   * @return completes with what the agent is told about its message, in order: the echo once the
   *     message is durable, or an ERROR. Empty if the message had only markers. Never fails
   */
  public CompletionStage<List<Frame>> send(String agent, ClientMessage.Msg message) {
    if (open.merge(agent, 1, Integer::sum) > MOST) {
      leave(agent);
      return refused(ErrorCode.RATE_LIMITED, "At most " + MOST + " messages at once");
    }
    return CompletableFuture.supplyAsync(() -> name(agent), reading)
        .thenCompose(
            name ->
                name.isPresent()
                    ? say(agent, name.get(), message)
                    : refused(ErrorCode.AGENT_NOT_FOUND, "No agent " + agent + " is known"))
        .exceptionallyCompose(_ -> refused(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE))
        .whenComplete((_, _) -> leave(agent));
  }

  private void leave(String agent) {
    open.computeIfPresent(agent, (_, count) -> count == 1 ? null : count - 1);
  }

  private Optional<String> name(String agent) {
    return parts
        .presence()
        .agent(agent)
        .map(Presence.Agent::name)
        .or(() -> parts.store().reads(AgentReads.class).agent(agent).map(StoredAgent::name));
  }

  private CompletionStage<List<Frame>> say(String agent, String name, ClientMessage.Msg message) {
    if (!door.isAbsentName(message.to())) return ask(agent, name, message);
    return door.keys()
        .lastSeenAs(message.to())
        .thenCompose(
            found -> ask(agent, name, message.withTo(KeyLookup.target(message.to(), found))));
  }

  private CompletionStage<List<Frame>> ask(String agent, String name, ClientMessage.Msg message) {
    var session = new SessionId(SIDE, numbers.incrementAndGet());
    var outlet = new PulledOutlet(ANSWER_BYTES, () -> {});
    outlets.open(session, outlet);
    return host.ask(
            Cells.agent(agent),
            new AgentCommand.FromSide(session, parts.ids().message(), name, message))
        .handleAsync((_, failure) -> frames(outlet, failure != null), reading)
        .whenComplete((_, _) -> outlets.forget(session));
  }

  /** Returns everything that was sent to the session. */
  private List<Frame> frames(PulledOutlet outlet, boolean failed) {
    var all = new ArrayList<Frame>();
    for (var page = outlet.take(); !page.isEmpty(); page = outlet.take()) all.addAll(page);
    if (all.isEmpty() && failed) {
      all.add(
          door.frame(new ServerMessage.Failure(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE)));
    }
    return all;
  }

  private CompletionStage<List<Frame>> refused(ErrorCode code, String reason) {
    return CompletableFuture.completedStage(
        List.of(door.frame(new ServerMessage.Failure(code, reason))));
  }
}
