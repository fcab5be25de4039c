package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.JsonText;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.ReplyTo;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Presence;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Kicks or bans an agent by an administrator's order. This also ends the session of a sleeping
 * agent.
 */
final class KillSwitch {
  private static final int MAX_REASON = 500;
  private static final long PATIENCE_SECONDS = 10;

  private final Presence presence;
  private final Host host;

  KillSwitch(Presence presence, Host host) {
    this.presence = presence;
    this.host = host;
  }

  Page kick(Ask ask, JsonNode body) {
    var agent = ask.part("id");
    if (presence.agent(agent).isEmpty()) return Dashboard.refused(404, agent + " is not connected");
    return order(ask, new AdminOrder.Kick(agent, reason(body)));
  }

  Page ban(Ask ask, JsonNode body) {
    var agent = ask.part("id");
    if (!agent.matches("@[a-z0-9]{8,16}")) return Dashboard.refused(404, "That is no agent's id");
    return order(ask, new AdminOrder.Ban(agent, reason(body)));
  }

  private static @Nullable String reason(JsonNode body) {
    var text = body.path("reason").asString("").strip();
    if (text.isEmpty()) return null;
    return text.length() > MAX_REASON ? text.substring(0, MAX_REASON) : text;
  }

  private Page order(Ask ask, AdminOrder order) {
    var request = new AdminRequest(new ReplyTo.Caller(), "dashboard", ask.visit().address(), order);
    try {
      host.ask(AdminRequest.CELL, request)
          .toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return Dashboard.json(new JsonText(32).field("done", order.action()).text());
    } catch (ExecutionException e) {
      return Dashboard.refused(503, Messages.NOT_STORED);
    } catch (TimeoutException e) {
      return Dashboard.refused(503, "It takes long; look whether it had an effect");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Dashboard.refused(503, "The server is stopping");
    }
  }
}
