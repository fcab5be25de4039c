package dev.reveille.server.delivery;

import java.nio.charset.StandardCharsets;

/** One message for the wire: UTF-8 JSON, written once and shared by all its receivers. */
public final class Frame {
  private final byte[] json;

  /** Takes ownership of the bytes: nobody may change them from now on. */
  public Frame(byte[] json) {
    this.json = json;
  }

  /** Returns the bytes themselves, not a copy. Do not change them. */
  public byte[] json() {
    return json;
  }

  public int size() {
    return json.length;
  }

  @Override
  public String toString() {
    return new String(json, StandardCharsets.UTF_8);
  }
}
