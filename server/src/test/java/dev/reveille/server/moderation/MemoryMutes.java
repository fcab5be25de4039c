package dev.reveille.server.moderation;

import dev.reveille.server.store.MemoryTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The gags, in memory. */
public final class MemoryMutes extends MemoryTable implements MuteReads {
  private final Map<String, StoredMute> gags = new HashMap<>();

  public MemoryMutes() {
    write(
        SetServerMute.class,
        (write, undo) ->
            undo.set(
                gags,
                write.agent(),
                write.until() == 0 ? null : new StoredMute(write.until(), write.reason())));
    reads(MuteReads.class, this);
  }

  @Override
  public Optional<StoredMute> mute(String agent) {
    read();
    return Optional.ofNullable(gags.get(agent));
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("gags", (long) gags.size());
  }

  @Override
  protected boolean keepsAgent(String agent, long now) {
    return gags.getOrDefault(agent, new StoredMute(0, "")).until() > now;
  }

  @Override
  protected void forgetAgent(String agent) {
    gags.remove(agent);
  }
}
