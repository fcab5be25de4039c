package dev.reveille.server.callback;

import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.Undo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The durable callbacks, in memory. */
public final class MemoryCallbacks extends MemoryTable implements CallbackReads {
  private final Map<String, StoredCallback> callbacks = new LinkedHashMap<>();

  public MemoryCallbacks() {
    write(SaveCallback.class, (write, undo) -> save(write.callback(), undo));
    write(RemoveCallback.class, (write, undo) -> undo.remove(callbacks, write.id()));
    reads(CallbackReads.class, this);
  }

  private void save(StoredCallback callback, Undo undo) throws Contradiction {
    if (callbacks.containsKey(callback.id())) {
      throw new Contradiction("callback " + callback.id() + " exists");
    }
    var _ = nextId();
    undo.put(callbacks, callback.id(), callback);
  }

  @Override
  public List<StoredCallback> callbacks(String agent) {
    read();
    return callbacks.values().stream().filter(c -> c.agent().equals(agent)).toList();
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("callbacks", (long) callbacks.size());
  }

  @Override
  protected boolean keepsAgent(String agent, long now) {
    return callbacks.values().stream().anyMatch(c -> c.agent().equals(agent));
  }
}
