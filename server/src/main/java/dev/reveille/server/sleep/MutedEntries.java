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
 * Finds the stored entries held for a sleeping agent that come from agents it has muted. Only the
 * places of the entries are known, so the senders are read from the store. As a pull, this delays
 * only the session of the sleeping agent.
 */
final class MutedEntries implements Pull {
  private final Store store;
  private final List<Held.Stored> places;
  private final Set<String> muted;
  private final Consumer<List<Held.Stored>> found;

  /** Written once, before anything behind this pull is fetched. */
  private volatile List<Held.Stored> unwanted = List.of();

  /** Checks {@code places} when it is pulled, and reports once. */
  MutedEntries(
      Store store, List<Held.Stored> places, Set<String> muted, Consumer<List<Held.Stored>> found) {
    this.store = store;
    this.places = places;
    this.muted = muted;
    this.found = found;
  }

  /** Returns the entries to leave out, for a pull behind this one. */
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
