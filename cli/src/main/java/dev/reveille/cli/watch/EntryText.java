package dev.reveille.cli.watch;

import dev.reveille.protocol.ServerMessage;

/** The text of an entry for a person. The text is the server's: whoever shows it escapes it. */
public final class EntryText {
  private EntryText() {}

  /** Returns the type of an entry in brackets. */
  public static String type(ServerMessage.Msg entry) {
    return "[" + entry.type() + "]";
  }

  /** Returns the content of a MSG; of another type the content, if any, and the other fields. */
  public static String body(ServerMessage.Msg entry) {
    if (entry.isMsg() || entry.extras().isEmpty()) return entry.content();
    var fields = "{" + entry.extras() + "}";
    return entry.content().isEmpty() ? fields : entry.content() + " " + fields;
  }

  /** Returns the body; of another type than MSG the type before it. */
  public static String of(ServerMessage.Msg entry) {
    return entry.isMsg() ? entry.content() : (type(entry) + " " + body(entry)).strip();
  }
}
