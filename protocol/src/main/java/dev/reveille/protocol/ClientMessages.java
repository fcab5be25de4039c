package dev.reveille.protocol;

import org.jspecify.annotations.Nullable;

/** Reads client messages from untrusted text, and writes them for clients. */
public final class ClientMessages {
  /** The size limit of a frame in bytes, and of a content in UTF-16 units. */
  public static final int MAX_FRAME = 2_097_152;

  public static final int MAX_HISTORY = 1000;
  public static final int DEFAULT_HISTORY = 100;
  public static final int MAX_STATUS_TEXT = 100;
  public static final int MAX_TAGS = 32;
  public static final int MAX_TAG = 64;
  public static final int MAX_CLIENT_MSG_ID = 128;

  /** The size limit of a signature or of the JSON of {@code in_reply_to}, in UTF-16 units. */
  public static final int MAX_EXTRA = 4096;

  /** The size limit of the id of a message, in UTF-16 units. */
  public static final int MAX_MSG_ID = 128;

  private static final ClientReader READER = new ClientReader(ClientTypes.ALL);

  private ClientMessages() {}

  /** The result of reading a frame's text. */
  public sealed interface Read {
    /** A message of known type with valid fields. */
    record Valid(ClientMessage message) implements Read {}

    /**
     * Any other text.
     *
     * @param reason the text that the client gets
     * @param type the type if it was a string; an invalid message of some types gets no answer
     */
    record Invalid(String reason, @Nullable String type) implements Read {}
  }

  /** Reads a message of any type in {@link ClientTypes#ALL}. Never throws. */
  public static Read read(String text) {
    return READER.read(text);
  }

  /** Returns the message as a client sends it. */
  public static String write(ClientMessage message) {
    var json = new JsonText().field("type", message.type());
    ClientTypes.of(message).write(message, json);
    return json.text();
  }
}
