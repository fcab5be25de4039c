package dev.reveille.server.delivery;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.store.StoredEntry;

/**
 * Says how late a callback comes: {@code cb_late_ms}. It is stored for the time until the callback
 * fired into the mailbox. The time that it then waited for its agent is added when it is handed
 * over.
 */
public final class CallbackLateness {
  /** The kind of the entry that a callback leaves in its channel or mailbox. */
  public static final String CALLBACK = "callback";

  private static final long TOLD_MILLIS = 1_000;
  private static final String FIELD = "cb_late_ms";
  private static final String SEPARATED = ",\"" + FIELD + "\":";

  private CallbackLateness() {}

  /** Adds the field as the last one, if the lateness is a second or more. */
  public static JsonText add(JsonText fields, long millis) {
    return millis >= TOLD_MILLIS ? fields.field(FIELD, millis) : fields;
  }

  /** Returns an entry as it is handed to an agent at this time. */
  public static ServerMessage.Msg handedOver(StoredEntry entry, long now) {
    boolean privateFire = entry.kind().equals(CALLBACK) && entry.stream().startsWith("@");
    return privateFire ? Messages.wire(entry, fields(entry, now)) : Messages.wire(entry);
  }

  private static String fields(StoredEntry fire, long now) {
    var stored = fire.extras();
    int at = stored.lastIndexOf(SEPARATED);
    var others = at < 0 ? stored : stored.substring(0, at);
    long before = at < 0 ? 0 : Long.parseLong(stored, at + SEPARATED.length(), stored.length(), 10);
    // The wall clock may have been set back.
    long late = before + Math.max(0, now - fire.ts());
    return late >= TOLD_MILLIS ? others + SEPARATED + late : others;
  }
}
