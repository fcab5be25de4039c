package dev.reveille.server.channel;

import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.Undo;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The slow modes of channels, in memory. */
public final class MemorySlowModes extends MemoryTable implements SlowModeReads {
  private final Map<String, Long> slowModes = new HashMap<>();

  public MemorySlowModes() {
    write(
        SetSlowMode.class, (write, undo) -> undo.set(slowModes, write.channel(), write.seconds()));
    reads(SlowModeReads.class, this);
  }

  @Override
  public Optional<Long> slowMode(String channel) {
    read();
    return Optional.ofNullable(slowModes.get(channel));
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("slow_modes", (long) slowModes.size());
  }

  @Override
  protected void forgetChannel(String channel, Undo undo) {
    undo.remove(slowModes, channel);
  }
}
