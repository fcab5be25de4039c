package dev.reveille.server.route;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.RouteMessages;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.AgentPart;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.Replies;
import dev.reveille.server.chat.Request;
import dev.reveille.server.kernel.Step;
import java.util.List;

/** The part of routes in an agent's cell: its requests about its own routes. */
public final class RoutePart implements AgentPart {
  RoutePart() {}

  @Override
  public List<Request<?>> requests() {
    return List.of(
        Request.of(RouteMessages.ListRoutes.class, RoutePart::list).orSide(),
        Request.of(RouteMessages.WishRoute.class, RoutePart::wish).orSide(),
        Request.of(RouteMessages.DropRoute.class, RoutePart::drop).orSide());
  }

  /** Refuses a request of an agent without a key. */
  public static Step noSeat(Body body) {
    return Replies.error(body, ErrorCode.SIGNATURE_REQUIRED, "Only an agent with a key has a seat");
  }

  private static Step list(Agent agent, Body body, ClientMessage asked) {
    return ask(agent, body, new RouteCommand.Show(body.session(), asked.type()));
  }

  private static Step wish(Agent agent, Body body, RouteMessages.WishRoute asked) {
    return ask(agent, body, new RouteCommand.Wish(body.session(), asked.wish()));
  }

  private static Step drop(Agent agent, Body body, RouteMessages.DropRoute asked) {
    return ask(agent, body, new RouteCommand.Drop(body.session(), asked.route()));
  }

  private static Step ask(Agent agent, Body body, RouteCommand command) {
    if (!body.hasKey()) return noSeat(body);
    return agent
        .calls()
        .to(RouteCell.at(agent.id()), command)
        .nothingToUndo()
        .then(answer -> Replies.orError(body, answer, Step::none));
  }
}
