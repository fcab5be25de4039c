package dev.reveille.server.store;

import dev.reveille.server.store.StoreWrite.SetGag;
import dev.reveille.server.store.StoreWrite.SetSlowMode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The gags and slow modes, in memory. */
public final class MemoryModeration extends MemoryTable implements ModerationRows {
  private final Map<String, StoredGag> gags = new HashMap<>();
  private final Map<String, Long> slowModes = new HashMap<>();

  public MemoryModeration() {
    write(
        SetGag.class,
        (write, undo) ->
            undo.set(
                gags,
                write.agent(),
                write.until() == 0 ? null : new StoredGag(write.until(), write.reason())));
    write(
        SetSlowMode.class, (write, undo) -> undo.set(slowModes, write.channel(), write.seconds()));
    rows(ModerationRows.class, this);
  }

  @Override
  public Optional<StoredGag> gag(String agent) {
    read();
    return Optional.ofNullable(gags.get(agent));
  }

  @Override
  public Optional<Long> slowMode(String channel) {
    read();
    return Optional.ofNullable(slowModes.get(channel));
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("gags", (long) gags.size(), "slow_modes", (long) slowModes.size());
  }

  @Override
  protected boolean keepsAgent(String agent, long now) {
    return gags.getOrDefault(agent, new StoredGag(0, "")).until() > now;
  }

  @Override
  protected void forgetAgent(String agent) {
    gags.remove(agent);
  }

  @Override
  protected void forgetChannel(String channel, Undo undo) {
    undo.remove(slowModes, channel);
  }
}
