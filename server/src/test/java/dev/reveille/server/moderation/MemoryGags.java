package dev.reveille.server.moderation;

import dev.reveille.server.store.MemoryTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The gags, in memory. */
public final class MemoryGags extends MemoryTable implements GagReads {
  private final Map<String, StoredGag> gags = new HashMap<>();

  public MemoryGags() {
    write(
        SetGag.class,
        (write, undo) ->
            undo.set(
                gags,
                write.agent(),
                write.until() == 0 ? null : new StoredGag(write.until(), write.reason())));
    reads(GagReads.class, this);
  }

  @Override
  public Optional<StoredGag> gag(String agent) {
    read();
    return Optional.ofNullable(gags.get(agent));
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("gags", (long) gags.size());
  }

  @Override
  protected boolean keepsAgent(String agent, long now) {
    return gags.getOrDefault(agent, new StoredGag(0, "")).until() > now;
  }

  @Override
  protected void forgetAgent(String agent) {
    gags.remove(agent);
  }
}
