package dev.reveille.server.delivery;

import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.store.EntryPlace;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.Optional;

/**
 * Says where the entry with an id is. It is a question to the store, so it is loaded for each
 * command and remembers no answer. A cell calls it, because a cell cannot read the store itself.
 *
 * <p>It sees entries that are durable. It does not know who may read a channel: the caller checks
 * that first.
 */
public final class EntryLookup implements Cell {
  private static final String KIND = "entry";

  /** Asks for the entry of this stream whose id is the name of the cell. */
  public record FindEntry(String stream) implements Command {}

  /**
   * The stream has the entry.
   *
   * @param kind the kind of the entry, see {@link StoredEntry#kind}
   */
  public record EntryFound(long seq, String kind) implements ChatAnswer {}

  /** The stream has no entry with the id, or retention has removed it. */
  public record NoEntry() implements ChatAnswer {}

  private final Optional<EntryPlace> place;

  private EntryLookup(Optional<EntryPlace> place) {
    this.place = place;
  }

  static CellKind kind(Store store) {
    return new CellKind(KIND, id -> new EntryLookup(store.reads(EntryReads.class).place(id)));
  }

  /** Returns the address of the cell that finds the entry with this id. */
  public static CellId at(String msgId) {
    return new CellId(KIND, msgId);
  }

  @Override
  public Step handle(Command command) {
    var stream = ((FindEntry) command).stream();
    return Step.answer(
        place
            .filter(p -> p.stream().equals(stream))
            .<Answer>map(p -> new EntryFound(p.seq(), p.kind()))
            .orElseGet(NoEntry::new));
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  @Override
  public boolean isLoadedEachTime() {
    return true;
  }
}
