package dev.reveille.server.identity;

import java.util.Optional;

/** A server's key in memory, which can be lost. It is the same after a crash. */
public final class MemoryServerKey implements ServerKey {
  private byte[] key = new byte[BYTES];
  private boolean lost;

  public void lose() {
    lost = true;
  }

  public void putBack() {
    lost = false;
  }

  void replace(byte[] other) {
    key = other.clone();
  }

  @Override
  public Optional<byte[]> find() {
    return lost ? Optional.empty() : Optional.of(key.clone());
  }

  @Override
  public byte[] findOrMake() {
    lost = false;
    return key.clone();
  }

  @Override
  public String place() {
    return "memory/server.key";
  }
}
