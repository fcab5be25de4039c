package dev.reveille.server.admin;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.session.Door;
import dev.reveille.server.session.Sessions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The page of connected agents and their addresses, for administrators only. */
public final class ConnectionsPage {

  /** An answer in JSON. */
  public record Answer(int status, String json) {}

  private final AdminKeyCheck gatekeeper;
  private final Presence presence;
  private final Sessions door;

  public ConnectionsPage(AdminKeyCheck gatekeeper, Presence presence, Sessions door) {
    this.gatekeeper = gatekeeper;
    this.presence = presence;
    this.door = door;
  }

  /**
   * Returns the page.
   *
   * @param key as the request has it; null = none
   */
  public Answer answer(@Nullable String key, String address) {
    var refusal = gatekeeper.refusal("connections", key == null ? "" : key, address);
    if (refusal.isPresent()) {
      return refusal.get().code() == ErrorCode.RATE_LIMITED
          ? new Answer(429, "{\"error\":\"Too Many Requests\"}")
          : new Answer(401, "{\"error\":\"Unauthorized\"}");
    }
    var list = presence.agents().stream().map(this::connection).toList();
    return new Answer(
        200, new JsonText().rawList("connections", list).field("count", list.size()).text());
  }

  /**
   * Returns one connection as JSON. The server does not know the place of an address: those fields
   * are null.
   */
  private byte[] connection(Presence.Agent agent) {
    var visitor = door.visitor(agent.session());
    return new JsonText(256)
        .field("agent_id", agent.id().substring(1))
        .field("ip", visitor.map(Door.Visitor::address).orElse(null))
        .raw("country", "null")
        .raw("city", "null")
        .raw("lat", "null")
        .raw("lon", "null")
        .field("connected_at", agent.connectedAt())
        .field("user_agent", visitor.flatMap(v -> Optional.ofNullable(v.userAgent())).orElse(null))
        .bytes();
  }
}
