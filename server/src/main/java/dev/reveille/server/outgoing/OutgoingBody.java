package dev.reveille.server.outgoing;

import java.nio.charset.StandardCharsets;

/** The bytes of a request or an answer. Only their number is shown in logs. */
public final class OutgoingBody {
  public static final OutgoingBody EMPTY = new OutgoingBody(new byte[0]);

  private final byte[] bytes;

  private OutgoingBody(byte[] bytes) {
    this.bytes = bytes;
  }

  public static OutgoingBody of(byte[] bytes) {
    return new OutgoingBody(bytes.clone());
  }

  public static OutgoingBody of(String text) {
    return new OutgoingBody(text.getBytes(StandardCharsets.UTF_8));
  }

  public int size() {
    return bytes.length;
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  /** Returns the bytes as text in UTF-8. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
