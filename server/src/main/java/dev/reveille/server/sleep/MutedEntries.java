package dev.reveille.server.sleep;

import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.sleep.SleepGate.Held;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds out which of the stored messages that wait for a sleeper are of agents that it no longer
 * hears. Only their places are known, so the store is asked; as a pull, that keeps nobody waiting
 * but the sleeper's own session.
 */
final class MutedEntries implements Pull {
  private final Store store;
  private final List<Held.Stored> places;
  private final Set<String> muted;
  private final Consumer<List<Held.Stored>> found;

  /** Written once, before anything behind this pull is fetched. */
  private volatile List<Held.Stored> unwanted = List.of();

  /** Looks at {@code places} when it is pulled, and reports once. */
  MutedEntries(
      Store store, List<Held.Stored> places, Set<String> muted, Consumer<List<Held.Stored>> found) {
    this.store = store;
    this.places = places;
    this.muted = muted;
    this.found = found;
  }

  /** For a pull that stands behind this one. */
  List<Held.Stored> unwanted() {
    return unwanted;
  }

  @Override
  public List<Frame> next() {
    var list = new ArrayList<Held.Stored>();
    for (var place : places) if (isOfMuted(place)) list.add(place);
    unwanted = List.copyOf(list);
    found.accept(unwanted);
    return List.of();
  }

  private boolean isOfMuted(Held.Stored place) {
    return store.reads(EntryReads.class).after(place.stream(), place.seq() - 1, 1).stream()
        .anyMatch(m -> m.seq() == place.seq() && muted.contains(Messages.speaker(m)));
  }
}
