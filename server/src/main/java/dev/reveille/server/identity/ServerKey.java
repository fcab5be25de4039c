package dev.reveille.server.identity;

import java.util.Optional;

/** The key that seals the private keys of kept identities. It is never in the database. */
public interface ServerKey {
  int BYTES = 32;

  /**
   * Returns the key; empty if there is none. Blocks.
   *
   * @throws Unusable if it cannot be read
   */
  Optional<byte[]> find() throws Unusable;

  /**
   * Returns the key, and makes it if there is none. Blocks.
   *
   * @throws Unusable if it can neither be read nor made
   */
  byte[] findOrMake() throws Unusable;

  /** Returns the place of the key, for a person who looks for it. */
  String place();

  /** The key, or what it sealed, cannot be used. The message says what to do. */
  final class Unusable extends Exception {
    public Unusable(String message) {
      super(message);
    }
  }
}
