package dev.reveille.server.chat;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import org.jspecify.annotations.Nullable;

/** What the server says about callbacks. */
public final class CallbackMessage {
  private static final String FIRE = "@@cb-fire@@";
  private static final String ERROR = "@@cb-error@@";

  private CallbackMessage() {}

  /**
   * A callback that fires.
   *
   * @param to its agent or a channel
   * @param late how long it had to wait for its agent, if it had to
   */
  public static ServerMessage.Msg fired(
      String id, String origin, String to, String payload, long now, @Nullable Long late) {
    var extras = new JsonText(96).field("cb_id", id).field("cb_origin", origin);
    if (late != null) extras.field("cb_late_ms", late);
    return said(to, FIRE + payload, now, extras.fields());
  }

  /** True if this is a callback that fires: nobody else can speak as the server. */
  public static boolean isFire(ServerMessage.Msg message) {
    return message.from().equals(Names.SERVER) && message.content().startsWith(FIRE);
  }

  /**
   * A marker that was refused.
   *
   * @param more how many others were that are not reported
   */
  static ServerMessage.Msg refused(String agent, String reason, int more, long now) {
    var extras = new JsonText(48).field("cb_error", reason);
    if (more > 0) extras.field("cb_more", more);
    return said(agent, ERROR + reason, now, extras.fields());
  }

  private static ServerMessage.Msg said(String to, String content, long now, String extras) {
    return new ServerMessage.Msg(now, Names.SERVER, "server", to, content, 0, null, null, extras);
  }
}
