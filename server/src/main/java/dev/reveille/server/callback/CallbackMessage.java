package dev.reveille.server.callback;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.CallbackLateness;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.ServerNotice;
import org.jspecify.annotations.Nullable;

/** Makes the server's messages about callbacks. */
public final class CallbackMessage {
  /**
   * The kind of the entry that a callback leaves in its channel or mailbox. It is a MSG on the
   * wire.
   */
  public static final String KIND = CallbackLateness.CALLBACK;

  private static final String FIRE = "@@cb-fire@@";
  private static final String ERROR = "@@cb-error@@";

  private CallbackMessage() {}

  /** Returns the message of a callback that is not durable and fires for its agent alone. */
  public static ServerMessage.Msg fired(String id, String agent, String payload, long now) {
    return said(agent, content(payload), now, extras(id, agent));
  }

  /** Returns the text of a callback that fires. */
  public static String content(String payload) {
    return FIRE + payload;
  }

  /** Returns the further fields of a callback's message. */
  public static String extras(String id, String agent) {
    return origin(id, agent).fields();
  }

  /**
   * Returns the further fields of a durable callback for its agent alone.
   *
   * @param late by how many milliseconds it fires too late
   */
  static String extras(String id, String agent, long late) {
    return CallbackLateness.add(origin(id, agent), late).fields();
  }

  private static JsonText origin(String id, String agent) {
    return new JsonText(96).field("cb_id", id).field(Messages.ORIGIN, agent);
  }

  /** True if the message is a callback that fires: only the server can send with its name. */
  public static boolean isFire(ServerMessage.Msg message) {
    return message.from().equals(Names.SERVER) && message.content().startsWith(FIRE);
  }

  /**
   * Returns the message about a refused marker.
   *
   * @param more how many other refused markers are not reported
   * @param longest the longest delay in seconds, if it was exceeded
   */
  public static ServerMessage.Msg refused(
      String agent, String reason, int more, @Nullable Long longest, long now) {
    var extras = new JsonText(64).field("cb_error", reason);
    if (longest != null) extras.field("cb_max_s", longest);
    if (more > 0) extras.field("cb_more", more);
    return said(agent, ERROR + reason, now, extras.fields());
  }

  private static ServerMessage.Msg said(String to, String content, long now, String extras) {
    return ServerNotice.marker(to, now, content).with(extras).message();
  }
}
